package io.chameleon.lab.ssd.workload;

import io.chameleon.simssd.device.SimulatedFlashDevice;
import java.util.function.LongConsumer;

/** Writes pages to a device, in batches so that a lock is taken once for many. */
final class Host {
    private static final int BATCH = 4_096;

    private final SimulatedFlashDevice device;
    private final PageSource source;
    private final LongConsumer progress;
    private final int[] pages = new int[BATCH];

    Host(SimulatedFlashDevice device, PageSource source, LongConsumer progress) {
        this.device = device;
        this.source = source;
        this.progress = progress;
    }

    /** Writes every logical page once, the first ones first. */
    void fill() {
        long logicalPages = device.geometry().logicalPages();
        for (long next = 0; next < logicalPages; ) {
            int count = (int) Math.min(BATCH, logicalPages - next);
            for (int i = 0; i < count; i++) {
                pages[i] = (int) (next + i);
            }
            send(count);
            next += count;
        }
    }

    /** Writes the next pages of the workload. */
    void write(long count) {
        write(count, BATCH);
    }

    /** As {@link #write(long)}, at most {@code batch} pages at a time. */
    void write(long count, int batch) {
        for (long left = count; left > 0; ) {
            int size = (int) Math.min(Math.min(batch, BATCH), left);
            source.next(pages, size);
            send(size);
            left -= size;
        }
    }

    private void send(int count) {
        device.writePages(pages, count);
        progress.accept(count);
    }
}
