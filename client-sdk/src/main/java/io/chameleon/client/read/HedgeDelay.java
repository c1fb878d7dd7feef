package io.chameleon.client.read;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long to wait for a fragment before another server is asked as well: the 98th percentile of the last 256 answers of that
 * size, so that about one request in fifty is sent twice, and, since a stripe is read with several, one get in ten or so; a fixed time
 * until 32 answers are known (Dean and Barroso, The Tail at Scale, 2013, who take the 95th percentile, of requests that are alone).
 *
 * <p>A request that was called off because others came first would have taken longer; how much is not known. Counted as it was,
 * each doubled request would shorten the delay and double more of them, so it counts as later than any answer. Where these are
 * more than one in fifty, a server hangs or all are busy, and the delay is a multiple of the median.
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

    /** For a request of so many bytes. */
    public Duration of(int bytes) {
        return Duration.ofNanos(times(bytes).delayNanos());
    }

    /** A request of so many bytes was answered after {@code nanos}. */
    public void answered(int bytes, long nanos) {
        times(bytes).record(nanos);
    }

    /** It was given up after that time because others came first. Of one that had just begun nothing can be said. */
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
