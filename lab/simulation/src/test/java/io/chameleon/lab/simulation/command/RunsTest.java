package io.chameleon.lab.simulation.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.simulation.SimulationResult;
import io.chameleon.lab.simulation.SimulationSpec;
import io.chameleon.lab.simulation.role.Wiring;
import io.chameleon.simssd.FlashDevice;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RunsTest {
    private static final Duration LENGTH = Duration.ofSeconds(10);

    private static List<SimulationSpec> specs(Wiring wiring, long... seeds) {
        return LongStream.of(seeds)
                .mapToObj(seed -> new SimulationSpec(seed, LENGTH, Set.of(), wiring))
                .toList();
    }

    @Test
    void results_areInTheOrderOfTheSeeds_andEachIsTold() throws InterruptedException {
        AtomicInteger told = new AtomicInteger();
        List<SimulationResult> results = Runs.all(specs(Wiring.SOUND, 5, 3), 1, told::incrementAndGet);
        assertThat(results).extracting(SimulationResult::seed).containsExactly(5L, 3L);
        assertThat(told).hasValue(2);
    }

    /** What breaks the simulator itself is not a violation: it ends the command. */
    @Test
    void failureOfTheSimulator_isThrownAsItIs() {
        IllegalArgumentException failure = new IllegalArgumentException("no such disk");
        assertThatThrownBy(() -> Runs.all(specs(Wiring.SOUND, 1), 1, () -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }

    /** A server that cannot start is a violation of its run, and others go on. */
    @Test
    void failureOfTheProduct_isAViolationOfItsRun() throws InterruptedException {
        Wiring broken = new Wiring() {
            @Override
            public FlashDevice device(FlashDevice device) {
                throw new IllegalStateException("no such device");
            }
        };
        assertThat(Runs.all(specs(broken, 1, 2), 1, () -> {}))
                .allSatisfy(result -> assertThat(result.violation().orElseThrow())
                        .contains("does not come up on its own image")
                        .contains("no such device"));
    }
}
