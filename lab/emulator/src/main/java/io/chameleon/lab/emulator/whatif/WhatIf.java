package io.chameleon.lab.emulator.whatif;

import io.chameleon.cli.output.Progress;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.lab.emulator.Emulator;
import io.chameleon.policy.PolicyConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Runs a model under several policies. */
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

    /** The outlook under each policy, in order. Takes as many cores as there are. */
    List<Outlook> under(List<String> policies) throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(
                Runtime.getRuntime().availableProcessors(),
                Thread.ofPlatform().daemon().name("what-if-", 0).factory());
        try (Progress progress = Progress.of("what if", policies.size() * STEPS)) {
            Map<String, Future<EmulationResult>> runs = new LinkedHashMap<>();
            for (String policy : policies) {
                runs.put(policy, workers.submit(() -> run(policy, progress)));
            }
            List<Outlook> outlooks = new ArrayList<>();
            for (var run : runs.entrySet()) {
                outlooks.add(
                        Outlook.of(run.getKey(), live, model, run.getValue().get()));
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

    private EmulationResult run(String policy, Progress progress) {
        EmulationSpec spec = new EmulationSpec(
                policy,
                config,
                RedundancyPolicy.EC,
                model.cluster(),
                model.workload().epochs(),
                1,
                EmulationSpec.DEFAULT_CANDIDATES,
                seed);
        AtomicLong shown = new AtomicLong();
        return Emulator.run(spec, model.workload().requests(), model.placements()::get, (replayed, of) -> {
            long steps = of == 0 ? 0 : replayed * STEPS / of;
            progress.step(steps - shown.getAndSet(steps));
        });
    }
}
