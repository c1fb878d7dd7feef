package io.chameleon.cli.whatif;

import io.chameleon.cli.output.Progress;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.emulator.EmulationResult;
import io.chameleon.emulator.EmulationSpec;
import io.chameleon.emulator.Emulator;
import io.chameleon.policy.PolicyConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a model under several policies. Each runs twice, up to the middle and to the end, so that the rate of the second half can be told
 * server by server; the emulator is deterministic, so the first half of both is the same.
 */
final class WhatIf {
    private static final long STEPS = 1_000;

    private final LiveCluster live;
    private final ClusterModel model;
    private final PolicyConfig config;
    private final long seed;

    WhatIf(LiveCluster live, ClusterModel model, PolicyConfig config, long seed) {
        this.live = live;
        this.model = model;
        this.config = config;
        this.seed = seed;
    }

    private record Runs(String policy, Future<EmulationResult> half, Future<EmulationResult> whole) {}

    /** The outlook under each policy, in order. Takes as many cores as there are. */
    List<Outlook> under(List<String> policies) throws InterruptedException {
        int epochs = model.workload().epochs();
        ExecutorService workers = Executors.newFixedThreadPool(
                Runtime.getRuntime().availableProcessors(),
                Thread.ofPlatform().daemon().name("what-if-", 0).factory());
        try (Progress progress = Progress.of("what if", 2L * policies.size() * STEPS)) {
            List<Runs> runs = new ArrayList<>();
            for (String policy : policies) {
                runs.add(new Runs(
                        policy,
                        workers.submit(() -> run(policy, epochs / 2, progress)),
                        workers.submit(() -> run(policy, epochs, progress))));
            }
            List<Outlook> outlooks = new ArrayList<>();
            for (Runs run : runs) {
                outlooks.add(Outlook.of(
                        run.policy(), live, model, run.half().get(), run.whole().get()));
            }
            return outlooks;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException("a run failed: " + e.getCause(), e);
        } finally {
            workers.shutdownNow();
        }
    }

    private EmulationResult run(String policy, int epochs, Progress progress) {
        EmulationSpec spec = new EmulationSpec(
                policy,
                config,
                RedundancyPolicy.EC,
                model.cluster(),
                epochs,
                1,
                EmulationSpec.DEFAULT_CANDIDATES,
                seed);
        AtomicLong shown = new AtomicLong();
        return Emulator.run(spec, model.workload().first(epochs), model.placements()::get, (replayed, of) -> {
            long steps = of == 0 ? 0 : replayed * STEPS / of;
            progress.step(steps - shown.getAndSet(steps));
        });
    }
}
