package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.EmulationSpec;
import io.chameleon.lab.emulator.Emulator;
import io.chameleon.lab.emulator.workload.Workload;

/** Carries out one run. Called from several threads at a time, each with a run of its own. */
@FunctionalInterface
public interface Engine {
    /** The virtual cluster. */
    Engine EMULATOR = (spec, workload, replayed) -> Emulator.run(spec, workload, replayed::requests);

    EmulationResult run(EmulationSpec spec, Workload workload, Replayed replayed);

    /** Receives the progress of a run now and then. */
    @FunctionalInterface
    interface Replayed {
        void requests(long done, long of);
    }
}
