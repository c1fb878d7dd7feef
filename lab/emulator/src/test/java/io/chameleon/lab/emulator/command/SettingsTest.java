package io.chameleon.lab.emulator.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    @Test
    void sweeps_giveAllCombinations() {
        assertThat(Sweeps.combinations(List.of("policy.sigma-hcds=0.01,0.02", "policy.heat-hot=8,64")))
                .containsExactly(
                        Map.of("sigma-hcds", "0.01", "heat-hot", "8"),
                        Map.of("sigma-hcds", "0.01", "heat-hot", "64"),
                        Map.of("sigma-hcds", "0.02", "heat-hot", "8"),
                        Map.of("sigma-hcds", "0.02", "heat-hot", "64"));
        assertThat(Sweeps.combinations(List.of())).containsExactly(Map.of());
    }

    @Test
    void config_hasWhatWasSet() {
        Map<String, String> knobs = Settings.fixed(List.of("policy.sigma-hcds=0.5"));
        assertThat(Settings.config(RedundancyPolicy.EC, knobs).sigmaHcds()).isEqualTo(0.5);
        assertThat(Settings.config(RedundancyPolicy.EC, knobs).heatHot())
                .isGreaterThan(Settings.config(RedundancyPolicy.REP, knobs).heatHot());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sigma-hcds=1", "policy.=1", "policy.x", "policy.x=", "policy.x=1,,2", "policy.x=1,"})
    void sweepOfAnotherForm_isRefused(String sweep) {
        assertThatThrownBy(() -> Sweeps.combinations(List.of(sweep)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--sweep: '" + sweep + "' given, expected policy.NAME=VALUE");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"7|[7]", "1,2,3|[1, 2, 3]", "3..5|[3, 4, 5]", "2,2|[2]", "-4|[-4]"})
    void seeds_areReadAsWritten(String text, String seeds) {
        assertThat(Seeds.parse(text).values()).hasToString(seeds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "1,", "5..3", "1..5000", "1...3"})
    void seedsOfAnotherForm_areRefused(String text) {
        assertThatThrownBy(() -> Seeds.parse(text)).hasMessageContaining("expected");
    }
}
