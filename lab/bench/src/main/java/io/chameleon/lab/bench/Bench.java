package io.chameleon.lab.bench;

import io.chameleon.cli.output.Progress;
import io.chameleon.client.ChameleonClient;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One run: writes the objects, warms up, measures, cleans up. */
final class Bench {
    private static final long SAMPLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Plan plan;
    private final Objects objects;
    private final Keyspace keyspace;
    private final Load load;

    Bench(Plan plan, ChameleonClient client) {
        this.plan = plan;
        objects = new Objects(plan, client);
        keyspace = new Keyspace(plan.objects());
        load = new Load(plan, objects, keyspace);
    }

    /**
     * @throws io.chameleon.client.error.ChameleonException if the objects cannot be written; later errors are counted
     */
    Result run(UsageMeter usage) {
        try {
            if (plan.load()) {
                write();
            }
            if (plan.warmUp().isPositive()) {
                warmUp();
            }
            return measure(usage);
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
                long unused = objects.write(number, new SplittableRandom(seed + number));
                progress.step(1);
            });
        }
    }

    private void warmUp() {
        try (Progress progress = Progress.of("warm-up", expected(plan.warmUp()))) {
            Schedule schedule = new Schedule(System.nanoTime(), plan.warmUp().toNanos(), plan.rate());
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
            Schedule schedule = new Schedule(start, plan.duration().toNanos(), plan.rate());
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
        int all = keyspace.claimed();
        try (Progress progress = Progress.of("clean up", all)) {
            Parallel.forEach(all, plan.clients(), number -> {
                objects.delete(number);
                progress.step(1);
            });
        }
    }
}
