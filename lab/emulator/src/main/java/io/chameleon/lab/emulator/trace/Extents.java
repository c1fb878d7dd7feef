package io.chameleon.lab.emulator.trace;

import java.util.stream.LongStream;

/** Maps requests to objects: object {@code n} is the extent {@code [n * 64 KiB, (n + 1) * 64 KiB)} (reading 20). */
public final class Extents {
    public static final int BYTES = 64 << 10;

    private Extents() {}

    /** The objects a request touches. A request over several extents is split; one of no bytes touches none. */
    public static LongStream touched(TraceRequest request) {
        if (request.size() == 0) {
            return LongStream.empty();
        }
        return LongStream.rangeClosed(request.offset() / BYTES, (request.offset() + request.size() - 1) / BYTES);
    }
}
