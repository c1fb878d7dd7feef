package io.chameleon.lab.simulation.command;

import io.chameleon.lab.simulation.Simulation;
import io.chameleon.lab.simulation.SimulationResult;
import io.chameleon.lab.simulation.SimulationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many runs, some at a time. */
final class Runs {
    private Runs() {}

    /** The results in the order of the specs. */
    static List<SimulationResult> all(List<SimulationSpec> specs, int jobs, Runnable onEach)
            throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(jobs, specs.size()));
        try {
            List<Future<SimulationResult>> running = new ArrayList<>();
            for (SimulationSpec spec : specs) {
                running.add(threads.submit(() -> {
                    SimulationResult result = Simulation.run(spec);
                    onEach.run();
                    return result;
                }));
            }
            List<SimulationResult> results = new ArrayList<>();
            for (Future<SimulationResult> run : running) {
                results.add(run.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}
