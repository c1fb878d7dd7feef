package io.chameleon.cli.soak;

import io.chameleon.client.ChameleonClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Writes, reads, lists and deletes for a time, then reads everything back. */
public final class Soak {
    private final SoakConfig config;
    private final InstantSource clock;
    private final SoakCounts counts = new SoakCounts();
    private final List<SoakWorker> workers;

    public Soak(SoakConfig config, ChameleonClient client, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        workers = IntStream.range(0, config.threads())
                .mapToObj(thread -> new SoakWorker(config, client, counts, clock, thread))
                .toList();
    }

    public SoakCounts counts() {
        return counts;
    }

    /**
     * Works until the time is over or {@code stop} holds, then checks every object, and deletes them unless they are to
     * stay.
     *
     * @param interrupted ends work and checks at once, but not before the objects are deleted
     * @param everySecond called about once a second while it works
     */
    public void run(BooleanSupplier stop, BooleanSupplier interrupted, Runnable everySecond)
            throws InterruptedException {
        Instant end = clock.instant().plus(config.duration());
        BooleanSupplier goesOn =
                () -> clock.instant().isBefore(end) && !stop.getAsBoolean() && !interrupted.getAsBoolean();
        try (SoakCrew crew = new SoakCrew(workers, everySecond)) {
            crew.work(worker -> worker.run(goesOn));
            Instant patience = clock.instant().plus(config.settle());
            crew.work(worker -> worker.checkAll(() -> clock.instant().isBefore(patience), interrupted));
            if (!config.keep()) {
                crew.work(SoakWorker::deleteAll);
            }
        }
    }
}
