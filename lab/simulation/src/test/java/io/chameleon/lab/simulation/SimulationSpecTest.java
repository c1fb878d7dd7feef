package io.chameleon.lab.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.lab.simulation.role.Wiring;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationSpecTest {
    private static final Duration LENGTH = Duration.ofMinutes(5);

    @Test
    void spec_hasAllFaultsAndNoPlantedBug_unlessItSaysOtherwise() {
        SimulationSpec spec = new SimulationSpec(7, LENGTH);
        assertThat(spec.faults()).containsExactly(Fault.values());
        assertThat(spec.wiring()).isSameAs(Wiring.SOUND);
    }

    @Test
    void plantedBug_changesNothingElse() {
        Wiring bug = new Wiring() {};
        SimulationSpec spec = new SimulationSpec(7, LENGTH, Set.of(Fault.LOSS), Wiring.SOUND);
        assertThat(spec.with(bug)).isEqualTo(new SimulationSpec(7, LENGTH, Set.of(Fault.LOSS), bug));
    }

    /** The seed draws from them by number, so the order in which they were named must not count. */
    @Test
    void faults_areInOneOrder_howeverTheyWereNamed() {
        Set<Fault> named = Set.of(Fault.PAUSE, Fault.CRASH, Fault.DRAIN, Fault.LOSS);
        assertThat(new SimulationSpec(1, LENGTH, named, Wiring.SOUND).faults())
                .containsExactlyElementsOf(EnumSet.copyOf(named));
    }

    @ParameterizedTest
    @CsvSource({"PT0.999S, 999ms", "PT0S, 0", "PT-1H, -1h", "PT721H, 30d1h"})
    void lengthOutOfBounds_isRefused(Duration length, String shown) {
        assertThatThrownBy(() -> new SimulationSpec(1, length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("length of the simulation: '" + shown + "' given");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1S", "PT720H"})
    void lengthAtItsBounds_isAccepted(String length) {
        assertThat(new SimulationSpec(1, Duration.parse(length)).length()).isEqualTo(Duration.parse(length));
    }

    /** They are typed on a command line and separated by commas. */
    @ParameterizedTest
    @EnumSource(Fault.class)
    void fault_hasANameToType_andALineThatSaysWhatItIs(Fault fault) {
        assertThat(fault.label())
                .isEqualTo(fault.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .matches("[a-z]+(-[a-z]+)*");
        assertThat(fault.meaning()).isNotBlank().hasLineCount(1);
    }

    @Test
    void faults_haveDifferentMeanings() {
        assertThat(Arrays.stream(Fault.values()).map(Fault::meaning)).doesNotHaveDuplicates();
    }

    @Test
    void counts_ofAResult_areInTheOrderOfTheirNames() {
        Map<String, Long> counts = new LinkedHashMap<>();
        List.of("c", "a", "b").forEach(name -> counts.put(name, 1L));
        SimulationResult result = new SimulationResult(1, LENGTH, Optional.empty(), 0, 0, 0, 0, counts, List.of());
        assertThat(result.counts().keySet()).containsExactly("a", "b", "c");
    }
}
