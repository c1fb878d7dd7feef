package io.chameleon.lab.emulator;

import io.chameleon.core.WriteHint;
import io.chameleon.core.mapping.Placement;

/**
 * The page operations of one request: reads first, then writes, each server after its earlier work. Reused from request
 * to request; not safe from several threads.
 */
final class Transfer {
    private final VirtualCluster cluster;
    private final int pageBytes;
    private int[] batch = new int[64];
    private long arrival;
    private long readsDone;
    private long done;
    private long readService;
    private long writeService;
    private long bytes;
    private long pagesWritten;

    Transfer(VirtualCluster cluster, int pageBytes) {
        this.cluster = cluster;
        this.pageBytes = pageBytes;
    }

    void begin(long nanos) {
        arrival = nanos;
        readsDone = nanos;
        done = nanos;
        readService = 0;
        writeService = 0;
        bytes = 0;
        pagesWritten = 0;
    }

    void read(Placement placement, int fragment, int[] pages, int from, int count) {
        if (count == 0) {
            return;
        }
        VirtualServer server = cluster.server(placement.servers().get(fragment));
        int each = pages.length / placement.servers().size();
        long service = server.read(pages, fragment * each + from, count);
        readsDone = Math.max(readsDone, server.serve(arrival, service));
        done = Math.max(done, readsDone);
        readService = Math.max(readService, service);
        bytes += (long) count * pageBytes;
    }

    /** All reads of the request come before its first write. */
    void write(Placement placement, int fragment, int[] pages, int from, int count, WriteHint hint) {
        if (count == 0) {
            return;
        }
        VirtualServer server = cluster.server(placement.servers().get(fragment));
        int each = pages.length / placement.servers().size();
        if (batch.length < count) {
            batch = new int[count];
        }
        System.arraycopy(pages, fragment * each + from, batch, 0, count);
        long service = server.write(batch, count, hint);
        done = Math.max(done, server.serve(readsDone, service));
        writeService = Math.max(writeService, service);
        bytes += (long) count * pageBytes;
        pagesWritten += count;
    }

    /** Device time on the slowest server, reads before writes, nanoseconds. */
    long service() {
        return readService + writeService;
    }

    /** From arrival to the last operation's end, nanoseconds. */
    long latency() {
        return done - arrival;
    }

    /** Bytes that crossed the network, in whole pages. */
    long bytes() {
        return bytes;
    }

    long pagesWritten() {
        return pagesWritten;
    }
}
