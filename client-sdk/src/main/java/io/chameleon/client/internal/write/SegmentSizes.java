package io.chameleon.client.internal.write;

import io.chameleon.client.internal.call.Budget;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;

/**
 * Decides how large the segments of a write are: large ones cost less, many large ones at a time do not fit in memory.
 * A write gets a share of what the writes before it have left, and keeps it to its end.
 */
public final class SegmentSizes {
    private static final int SHARES = 12;
    private static final int LEAST_BYTES = 128 << 10;

    private final int mostBytes;
    private final Budget budget;

    public SegmentSizes(int mostBytes, Budget budget) {
        this.mostBytes = mostBytes;
        this.budget = budget;
    }

    /** The source of one write, which gives its share back when it is closed. */
    public SegmentSource open(IntFunction<SegmentSource> source) {
        long share = Math.max(1, Math.min(mostBytes, budget.left() / SHARES));
        int bytes = Math.min(mostBytes, Math.max(LEAST_BYTES, (int) Long.highestOneBit(share)));
        SegmentSource opened = source.apply(bytes);
        long expected = opened.expectedBytes();
        long taken = expected == SegmentSource.UNKNOWN ? bytes : Math.min(bytes, expected);
        budget.take(taken);
        return new Shared(opened, () -> budget.give(taken));
    }

    /** A source that reports its end. */
    private static final class Shared extends ForwardingSource {
        private final Runnable onClose;
        private final AtomicBoolean closed = new AtomicBoolean();

        Shared(SegmentSource source, Runnable onClose) {
            super(source);
            this.onClose = onClose;
        }

        @Override
        public void close() {
            super.close();
            if (closed.compareAndSet(false, true)) {
                onClose.run();
            }
        }
    }
}
