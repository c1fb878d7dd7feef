package io.chameleon.lab.ssd.envm.simulation;

import io.chameleon.simssd.Check;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Block requests in the order of their arrival, in columns: 24 bytes each. Times never decrease: a request with an
 * earlier time than its predecessor gets the predecessor's time.
 */
public final class RequestLog {
    /** Elements of the caches. A request touches whole ones, however small it is (ENVM reading 10). */
    public static final int PAGE_BYTES = 4_096;

    private final long[] micros;
    private final long[] offset;
    private final long[] bytes;
    private final boolean[] write;

    private RequestLog(Builder builder) {
        micros = Arrays.copyOf(builder.micros, builder.size);
        offset = Arrays.copyOf(builder.offset, builder.size);
        bytes = Arrays.copyOf(builder.bytes, builder.size);
        write = Arrays.copyOf(builder.write, builder.size);
    }

    public int size() {
        return micros.length;
    }

    /** Microseconds since the start of the log. */
    public long micros(int request) {
        return micros[request];
    }

    public boolean isWrite(int request) {
        return write[request];
    }

    public long bytes(int request) {
        return bytes[request];
    }

    public long firstPage(int request) {
        return offset[request] / PAGE_BYTES;
    }

    /** Pages of a request whose size is multiplied; its start stays where it is. */
    public long pages(int request, int magnification) {
        if (bytes[request] == 0) {
            return 0;
        }
        long end = offset[request] + bytes[request] * magnification;
        return (end - 1) / PAGE_BYTES - firstPage(request) + 1;
    }

    /** Length of the log, from 0 to its last request. */
    public long spanMicros() {
        return micros.length == 0 ? 0 : micros[micros.length - 1];
    }

    /** Bytes of the distinct pages touched. */
    public long footprintBytes() {
        Set<Long> pages = new HashSet<>();
        for (int request = 0; request < size(); request++) {
            long first = firstPage(request);
            for (long i = pages(request, 1) - 1; i >= 0; i--) {
                pages.add(first + i);
            }
        }
        return (long) pages.size() * PAGE_BYTES;
    }

    /** Gathers requests. One thread at a time. */
    public static final class Builder {
        private long[] micros = new long[1_024];
        private long[] offset = new long[1_024];
        private long[] bytes = new long[1_024];
        private boolean[] write = new boolean[1_024];
        private int size;

        public Builder add(long timeMicros, boolean isWrite, long atOffset, long requestBytes) {
            Check.that(atOffset >= 0, "offset", atOffset, "at least 0");
            Check.that(requestBytes >= 0 && requestBytes <= 1L << 30, "request bytes", requestBytes, "0 to 2^30");
            if (size == micros.length) {
                int larger = size + (size >> 1);
                micros = Arrays.copyOf(micros, larger);
                offset = Arrays.copyOf(offset, larger);
                bytes = Arrays.copyOf(bytes, larger);
                write = Arrays.copyOf(write, larger);
            }
            micros[size] = Math.max(timeMicros, size == 0 ? 0 : micros[size - 1]);
            offset[size] = atOffset;
            bytes[size] = requestBytes;
            write[size] = isWrite;
            size++;
            return this;
        }

        public RequestLog build() {
            return new RequestLog(this);
        }
    }
}
