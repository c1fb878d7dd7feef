package io.chameleon.metadata.routing;

import io.chameleon.metadata.database.Database;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A {@link FreezeWatch} for each database, by its number, and the threads that ask. */
public final class FreezeWatches implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(FreezeWatches.class);

    private final List<FreezeWatch> all;
    private final ScheduledExecutorService turns;

    public FreezeWatches(List<FreezeWatch> all) {
        this.all = List.copyOf(all);
        // A database that is away keeps no other waiting.
        this.turns = Executors.newScheduledThreadPool(
                all.size(),
                Thread.ofPlatform().name("frozen-buckets-", 0).daemon().factory());
    }

    /** Asks each of them for the first time. */
    public static FreezeWatches of(List<Database> databases) {
        return new FreezeWatches(databases.stream()
                .map(database -> new FreezeWatch(database, System::nanoTime))
                .toList());
    }

    public void start() {
        for (FreezeWatch watch : all) {
            var unused = turns.scheduleWithFixedDelay(
                    () -> lookQuietly(watch), PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static void lookQuietly(FreezeWatch watch) {
        try {
            watch.look();
        } catch (RuntimeException e) {
            LOG.debug("which buckets are frozen is asked again later: {}", e.toString());
        }
    }

    int size() {
        return all.size();
    }

    /** The first database that this process has had no answer from yet; empty if there is none. */
    OptionalInt silent() {
        return IntStream.range(0, all.size())
                .filter(number -> !all.get(number).hasAnswered())
                .findFirst();
    }

    FreezeWatch of(int number) {
        return all.get(number);
    }

    @Override
    public void close() {
        turns.shutdownNow();
    }
}
