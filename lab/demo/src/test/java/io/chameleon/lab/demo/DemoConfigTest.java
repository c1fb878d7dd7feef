package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyPolicy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoConfigTest {
    private static DemoConfig config(int servers, int writers, double utilisation, List<String> policies) {
        return new DemoConfig(
                Path.of("."),
                null,
                servers,
                0,
                1,
                writers,
                utilisation,
                RedundancyPolicy.EC,
                policies,
                1,
                Path.of("report"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    5 | 8   | 0.5  | chameleon           | --servers: '5' given, expected at least 6
                    6 | 0   | 0.5  | chameleon           | --writers: '0' given, expected 1 to 256
                    6 | 257 | 0.5  | chameleon           | --writers: '257' given, expected 1 to 256
                    6 | 8   | 0.86 | chameleon           | --utilisation: '0.86' given, expected above 0, at most 0.85
                    6 | 8   | NaN  | chameleon           | --utilisation: 'NaN' given, expected above 0, at most 0.85
                    6 | 8   | 0.5  | none                | --policy: 'none' given, expected one of
                    6 | 8   | 0.5  | camaleon            | --policy: 'camaleon' given, expected one of
                    6 | 8   | 0.5  | chameleon,chameleon | --policy: 'chameleon,chameleon' given, expected each policy once
                    """)
    void optionThatCannotBe_isRefusedInOneLine(
            int servers, int writers, double utilisation, String policies, String line) {
        assertThatThrownBy(() -> config(servers, writers, utilisation, Arrays.asList(policies.split(","))))
                .hasMessageContaining(line);
    }

    @Test
    void noPolicyToCompare_isRefused() {
        assertThatThrownBy(() -> config(6, 8, 0.5, List.of())).hasMessageContaining("--policy");
    }

    @Test
    void policies_stayInTheOrderAskedFor() {
        assertThat(config(6, 8, 0.85, List.of("predictive", "chameleon")).policies())
                .containsExactly("predictive", "chameleon");
    }
}
