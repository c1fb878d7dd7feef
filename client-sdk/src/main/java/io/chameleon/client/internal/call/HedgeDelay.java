package io.chameleon.client.internal.call;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long to wait for a fragment before another server is asked as well. The delay is the 98th percentile of the last
 * 256 answers of that size, so about one request in fifty is sent twice. A stripe is read with several requests, so
 * about one get in ten has one. Until 32 answers are known, the delay is fixed. (Dean and Barroso, The Tail at Scale,
 * 2013, take the 95th percentile, of single requests.)
 *
 * <p>A request that was cancelled because others came first would have taken longer; how much is not known. Counting
 * the time it had taken would shorten the delay with each hedge, and so hedge more, so it counts as later than any
 * answer. If more than one in fifty is cancelled, a server hangs or all are busy, and the delay is a multiple of the
 * median.
 */
public final class HedgeDelay {
    /** A large fragment takes longer than a small one, without being late. */
    private static final List<Integer> SIZES = List.of(16 << 10, 128 << 10, 1 << 20, Integer.MAX_VALUE);

    private final List<AnswerTimes> bySize;

    public HedgeDelay(Duration initial) {
        bySize = Stream.generate(() -> new AnswerTimes(initial.toNanos()))
                .limit(SIZES.size())
                .toList();
    }

    /** For a request of this many bytes. */
    public Duration of(int bytes) {
        return Duration.ofNanos(times(bytes).delayNanos());
    }

    /** A request of this many bytes was answered after {@code nanos}. */
    public void answered(int bytes, long nanos) {
        times(bytes).record(nanos);
    }

    /** The request was cancelled after that time because others came first. One that had just begun says nothing. */
    public void calledOff(int bytes, long nanos) {
        AnswerTimes times = times(bytes);
        if (nanos >= times.delayNanos()) {
            times.record(AnswerTimes.NEVER);
        }
    }

    private AnswerTimes times(int bytes) {
        int size = 0;
        while (bytes > SIZES.get(size)) {
            size++;
        }
        return bySize.get(size);
    }
}
