package io.chameleon.client.internal.read;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The damaged fragments that were reported lately, or are being reported. Safe from any thread. */
final class ReportedDamage {
    private static final int REMEMBERED = 10_000;
    /** By then it was repaired, or the report was lost on the other side: both warrant another report. */
    private static final Duration REPEATED_AFTER = Duration.ofMinutes(10);

    private record Fragment(WriteId writeId, int index, ServerId server) {
        static Fragment of(ObjectMapping row, int index) {
            return new Fragment(row.writeId(), index, row.live().servers().get(index));
        }
    }

    private final LongSupplier ticker;
    /** When each was reported, by the ticker. */
    private final Map<Fragment, Long> reported = new ConcurrentHashMap<>();

    /** @param ticker as {@link System#nanoTime()} */
    ReportedDamage(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** Notes that a live fragment of the row is being reported; returns whether that was not done lately. */
    boolean isNew(ObjectMapping row, int index) {
        Fragment fragment = Fragment.of(row, index);
        if (reported.size() >= REMEMBERED) {
            // Forgetting at worst reports again.
            reported.clear();
        }
        long now = ticker.getAsLong();
        Long before = reported.putIfAbsent(fragment, now);
        return before == null || now - before > REPEATED_AFTER.toNanos() && reported.replace(fragment, before, now);
    }

    void forget(ObjectMapping row, int index) {
        reported.remove(Fragment.of(row, index));
    }
}
