package io.chameleon.cli.soak;

import io.chameleon.client.ChameleonClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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
     * @param everySecond called about once a second while it works
     */
    public void run(BooleanSupplier stop, Runnable everySecond) throws InterruptedException {
        Instant end = clock.instant().plus(config.duration());
        BooleanSupplier goesOn = () -> clock.instant().isBefore(end) && !stop.getAsBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(config.threads())) {
            inParallel(threads, worker -> worker.run(goesOn), everySecond);
            Instant patience = clock.instant().plus(config.settle());
            inParallel(threads, worker -> worker.checkAll(() -> clock.instant().isBefore(patience)), everySecond);
            if (!config.keep()) {
                inParallel(threads, SoakWorker::deleteAll, everySecond);
            }
        }
    }

    private void inParallel(ExecutorService threads, Consumer<SoakWorker> work, Runnable everySecond)
            throws InterruptedException {
        CountDownLatch done = new CountDownLatch(workers.size());
        List<Future<?>> all = new ArrayList<>();
        for (SoakWorker worker : workers) {
            all.add(threads.submit(() -> {
                try {
                    work.accept(worker);
                } finally {
                    done.countDown();
                }
            }));
        }
        while (!done.await(1, TimeUnit.SECONDS)) {
            everySecond.run();
        }
        for (Future<?> each : all) {
            try {
                each.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a thread of the soak failed: " + e.getCause(), e);
            }
        }
    }
}
