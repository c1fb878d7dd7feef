package io.chameleon.lab.bench;

import io.chameleon.cli.output.Progress;
import io.chameleon.client.ChameleonClient;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** One run: writes the objects, warms up, measures, cleans up. */
final class Bench {
    private static final long SAMPLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Plan plan;
    private final Objects objects;
    private final Keyspace keyspace;
    private final Load load;
    private final BooleanSupplier interrupted;
    private final AtomicInteger begun = new AtomicInteger();

    /** @param interrupted ends the run at once, but not before its objects are deleted */
    Bench(Plan plan, ChameleonClient client, BooleanSupplier interrupted) {
        this.plan = plan;
        this.interrupted = interrupted;
        objects = new Objects(plan, client);
        keyspace = new Keyspace(plan.objects());
        load = new Load(plan, objects, keyspace);
    }

    /**
     * Returns nothing if it was interrupted.
     *
     * @throws io.chameleon.client.error.ChameleonException if the objects cannot be written; later errors are counted
     */
    Optional<Result> run(UsageMeter usage) {
        try {
            if (plan.load()) {
                write();
            }
            if (plan.warmUp().isPositive()) {
                warmUp();
            }
            Result result = measure(usage);
            return interrupted.getAsBoolean() ? Optional.empty() : Optional.of(result);
        } finally {
            if (!plan.keep()) {
                delete();
            }
        }
    }

    private void write() {
        try (Progress progress = Progress.of("load", plan.objects())) {
            SplittableRandom seeds = new SplittableRandom(plan.seed());
            long seed = seeds.nextLong();
            Parallel.forEach(plan.objects(), plan.clients(), number -> {
                if (interrupted.getAsBoolean()) {
                    return;
                }
                begun.incrementAndGet();
                long unused = objects.write(number, new SplittableRandom(seed + number));
                progress.step(1);
            });
        }
    }

    private void warmUp() {
        try (Progress progress = Progress.of("warm-up", expected(plan.warmUp()))) {
            Schedule schedule = new Schedule(System.nanoTime(), plan.warmUp().toNanos(), plan.rate(), interrupted);
            load.run(schedule, new Recorder(), 0, progress::step);
        }
    }

    private Result measure(UsageMeter meter) {
        Recorder recorder = new Recorder();
        try (Progress progress = Progress.of("measure", expected(plan.duration()));
                ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("bench-clock").factory())) {
            meter.start();
            long start = System.nanoTime();
            Schedule schedule = new Schedule(start, plan.duration().toNanos(), plan.rate(), interrupted);
            var sampling = clock.scheduleAtFixedRate(
                    () -> recorder.gather((System.nanoTime() - start) / 1e9, SAMPLE_NANOS / 1e9),
                    SAMPLE_NANOS,
                    SAMPLE_NANOS,
                    TimeUnit.NANOSECONDS);
            load.run(schedule, recorder, 1, progress::step);
            double seconds = (System.nanoTime() - start) / 1e9;
            Usage usage = meter.sinceStart();
            sampling.cancel(false);
            recorder.gather(seconds, 0);
            return new Result(
                    plan,
                    seconds,
                    recorder.totals(),
                    recorder.seconds(),
                    recorder.errors(),
                    recorder.errorExamples(),
                    schedule.neverBegun(),
                    recorder.readBytes(),
                    recorder.writtenBytes(),
                    usage);
        }
    }

    private long expected(Duration length) {
        return plan.rate() == 0 ? -1 : (long) (plan.rate() * length.toMillis() / 1000);
    }

    private void delete() {
        // Objects are written in the order of their numbers: those after the last that was begun are not there.
        boolean cut = plan.load() && begun.get() < plan.objects();
        int all = cut ? begun.get() : keyspace.claimed();
        try (Progress progress = Progress.of("clean up", all)) {
            Parallel.forEach(all, plan.clients(), number -> {
                objects.delete(number);
                progress.step(1);
            });
        }
    }
}
