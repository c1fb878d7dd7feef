package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.EmulationResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Carries out runs, several at a time, each on one core; results that are stored already are reused. */
public final class Sweep {
    /** Steps of progress that a run makes. */
    public static final long STEPS = 1_000;

    /** A run at full scale stays within this, its workload included. */
    private static final long BYTES_OF_A_RUN = 1L << 30;

    private final Engine engine;
    private final RunStore store;
    private final int jobs;

    /**
     * @param jobs runs at a time; 0: as many as there are processors and memory for
     */
    public Sweep(Engine engine, RunStore store, int jobs) {
        this.engine = engine;
        this.store = store;
        this.jobs = jobs > 0 ? jobs : automatic();
    }

    private static int automatic() {
        Runtime machine = Runtime.getRuntime();
        return (int) Math.clamp(machine.maxMemory() / BYTES_OF_A_RUN, 1, machine.availableProcessors());
    }

    /**
     * The results, in the order of the runs; a run that is listed twice is carried out once. The first failure stops
     * all.
     *
     * @param progress takes steps, {@link #STEPS} for each run, from several threads
     */
    public Map<Run, EmulationResult> run(List<Run> runs, LongConsumer progress) throws InterruptedException {
        Map<Run, EmulationResult> done = new ConcurrentHashMap<>();
        List<Run> missing = new ArrayList<>();
        for (Run run : runs.stream().distinct().toList()) {
            store.find(run).ifPresentOrElse(result -> done.put(run, result), () -> missing.add(run));
        }
        progress.accept(done.size() * STEPS);
        // One workload after the other, so that few are in memory at a time.
        missing.sort(Comparator.comparing(run -> run.workload().identity()));
        carryOut(missing, done, progress);
        Map<Run, EmulationResult> inOrder = new LinkedHashMap<>();
        runs.forEach(run -> inOrder.computeIfAbsent(run, done::get));
        return inOrder;
    }

    private void carryOut(List<Run> missing, Map<Run, EmulationResult> done, LongConsumer progress)
            throws InterruptedException {
        SharedWorkloads workloads = new SharedWorkloads(missing);
        AtomicBoolean failed = new AtomicBoolean();
        ExecutorService workers = Executors.newFixedThreadPool(
                jobs, Thread.ofPlatform().daemon().name("run-", 0).factory());
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (Run run : missing) {
                futures.add(workers.submit(() -> {
                    if (!failed.get()) {
                        done.put(run, carryOut(run, workloads, progress, failed));
                    }
                    return null;
                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException("a run failed: " + e.getCause(), e);
        } finally {
            workers.shutdownNow();
        }
    }

    private EmulationResult carryOut(Run run, SharedWorkloads workloads, LongConsumer progress, AtomicBoolean failed)
            throws InterruptedException {
        boolean finished = false;
        try {
            var workload = workloads.take(run.workload());
            AtomicLong shown = new AtomicLong();
            EmulationResult result = engine.run(run.spec(workload), workload, (replayed, of) -> {
                long steps = of == 0 ? 0 : replayed * STEPS / of;
                progress.accept(steps - shown.getAndSet(steps));
            });
            store.keep(run, result);
            progress.accept(STEPS - shown.get());
            finished = true;
            return result;
        } finally {
            if (!finished) {
                failed.set(true);
            }
            workloads.giveBack(run.workload());
        }
    }
}
