package io.chameleon.metadata.routing;

import io.chameleon.core.Slices;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.metadata.database.FurtherDatabases;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which database the next new bucket goes to: of those that answer, the one with the fewest rows of objects, by a count
 * a minute old at most; among equals, the one that got the fewest buckets since that count. A database gets none until
 * {@link FurtherDatabases#DELAY} after it was added. Safe from any thread.
 */
public final class BucketChoice implements DatabaseChoice {
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
    public synchronized int next() {
        int chosen = emptiest().getFirst();
        given.merge(chosen, 1, Integer::sum);
        return chosen;
    }

    /** In turn: what is counted now is little beside what is going to be written. */
    @Override
    public synchronized List<Integer> forSlices() {
        List<Integer> open = emptiest();
        return IntStream.range(0, Slices.COUNT)
                .mapToObj(slice -> open.get(slice % open.size()))
                .toList();
    }

    /** Those that may get buckets, the first of them if none answers; the next one first. */
    private List<Integer> emptiest() {
        Instant now = clock.instant();
        if (!now.isBefore(countFrom)) {
            countFrom = now.plus(COUNTED);
            count();
        }
        List<Integer> open = rows.keySet().stream()
                .filter(number -> isOpen(number, now))
                .sorted(Comparator.comparing((Integer number) -> rows.getOrDefault(number, 0L))
                        .thenComparing(number -> given.getOrDefault(number, 0))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        return open.isEmpty() ? List.of(0) : open;
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
