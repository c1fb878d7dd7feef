package io.chameleon.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.simulation.role.Wiring;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final Duration LENGTH = Duration.ofMinutes(20);

    /** By seed: several tests look at the same run. */
    private static final Map<Long, SimulationResult> WITH_ALL_FAULTS = new HashMap<>();

    private static SimulationResult run(long seed) {
        return WITH_ALL_FAULTS.computeIfAbsent(seed, _ -> Simulation.run(new SimulationSpec(seed, LENGTH)));
    }

    @Test
    void cluster_withoutFaults_servesAndBalances() {
        SimulationResult result = Simulation.run(new SimulationSpec(1, LENGTH, Set.of(), Wiring.SOUND));
        assertThat(result.violation()).isEmpty();
        assertThat(result.counts())
                .containsKeys(
                        "chunk COMMITTED",
                        "large object COMMITTED",
                        "WRITE DONE",
                        "READ DONE",
                        "DELETE DONE",
                        "epochs",
                        "remap APPLIED",
                        "reaped",
                        "VERSION PUT DONE",
                        "VERSION MARK DONE",
                        "VERSION REMOVE DONE",
                        "VERSION READ_VERSION DONE",
                        "lifecycle DELETED");
        assertThat(result.checks()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void cluster_withAllFaults_losesNothing(long seed) {
        SimulationResult result = run(seed);
        assertThat(result.violation()).as("seed %d", seed).isEmpty();
        assertThat(result.operations()).isPositive();
    }

    /** In a process of its own, since differences between runs often appear only between processes. */
    @Test
    void sameSeed_givesTheSameRun() throws IOException, InterruptedException {
        SimulationResult here = run(5);
        assertThat(TraceHashMain.inANewProcess(5, LENGTH)).isEqualTo(Long.toHexString(here.traceHash()));
    }

    @Test
    void otherSeed_givesAnotherRun() {
        List<Long> hashes = new ArrayList<>();
        for (long seed : new long[] {8, 9}) {
            hashes.add(Simulation.run(new SimulationSpec(seed, Duration.ofMinutes(1)))
                    .traceHash());
        }
        assertThat(hashes).doesNotHaveDuplicates();
    }
}
