package io.chameleon.lab.emulator.command;

import io.chameleon.cli.output.Progress;
import io.chameleon.lab.emulator.EmulationResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Runs for a person who waits: with a progress bar on a terminal, and a message at Ctrl-C about what is kept. */
public final class Emulations {
    private Emulations() {}

    public static Map<Run, EmulationResult> run(List<Run> runs, Sweep sweep, RunStore store, PrintWriter err)
            throws InterruptedException {
        long total = runs.stream().distinct().count();
        AtomicLong steps = new AtomicLong();
        try (OnInterrupt farewell = OnInterrupt.say(err, () -> store.farewell(steps.get() / Sweep.STEPS, total));
                Progress progress = Progress.of(total + (total == 1 ? " run" : " runs"), total * Sweep.STEPS)) {
            return sweep.run(runs, step -> {
                steps.addAndGet(step);
                progress.step(step);
            });
        }
    }
}
