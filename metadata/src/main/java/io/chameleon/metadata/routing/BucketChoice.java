package io.chameleon.metadata.routing;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.metadata.database.FurtherDatabases;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which database the next new bucket goes to: of those that answer, the one with the fewest rows of objects, by a count
 * a minute old at most; among equals, the one that got the fewest buckets since that count. A database gets none until
 * {@link FurtherDatabases#DELAY} after it was added. Safe from any thread.
 */
public final class BucketChoice implements IntSupplier {
    private static final Logger LOG = LoggerFactory.getLogger(BucketChoice.class);
    private static final Duration COUNTED = Duration.ofMinutes(1);

    private final List<DatabaseTables> databases;
    private final Map<Integer, Long> sinceMillis;
    private final InstantSource clock;
    private final Map<Integer, Long> rows = new HashMap<>();
    private final Map<Integer, Integer> given = new HashMap<>();
    private Instant countFrom = Instant.MIN;

    /** @param sinceMillis when each further database was added, by {@code clock}; 0 if before all buckets */
    public BucketChoice(List<DatabaseTables> databases, Map<Integer, Long> sinceMillis, InstantSource clock) {
        this.databases = List.copyOf(databases);
        this.sinceMillis = Map.copyOf(sinceMillis);
        this.clock = clock;
    }

    @Override
    public synchronized int getAsInt() {
        Instant now = clock.instant();
        if (!now.isBefore(countFrom)) {
            countFrom = now.plus(COUNTED);
            count();
        }
        int chosen = rows.keySet().stream()
                .filter(number -> isOpen(number, now))
                .min(Comparator.comparing((Integer number) -> rows.getOrDefault(number, 0L))
                        .thenComparing(number -> given.getOrDefault(number, 0))
                        .thenComparing(Comparator.naturalOrder()))
                .orElse(0);
        given.merge(chosen, 1, Integer::sum);
        return chosen;
    }

    private boolean isOpen(int number, Instant now) {
        Long since = number == 0 ? Long.valueOf(0) : sinceMillis.get(number);
        return since != null && (since == 0 || now.toEpochMilli() - since >= FurtherDatabases.DELAY.toMillis());
    }

    /** One that does not answer gets no bucket until the next count. */
    private void count() {
        rows.clear();
        given.clear();
        for (DatabaseTables database : databases) {
            try {
                rows.put(
                        database.number(),
                        database.remaps().countByState().values().stream()
                                .mapToLong(Long::longValue)
                                .sum());
            } catch (ChameleonError e) {
                LOG.warn("database {} gets no new buckets: {}", database.number(), e.getMessage());
            }
        }
    }
}
