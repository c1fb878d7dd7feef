package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChaosConfigTest {
    private static final ChaosConfig CONFIG = new ChaosConfig(
            Duration.ofMinutes(1),
            0,
            0,
            Optional.empty(),
            18,
            Set.of(),
            0,
            7,
            8,
            4,
            2,
            0,
            2_000,
            128 << 20,
            Duration.ZERO,
            "",
            1,
            Path.of("data"),
            Path.of("report"));

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT1S", "PT3M"})
    void settlingForLessTimeThanAnOrphanNeeds_isRefused(String settle) {
        assertThatThrownBy(() -> ChaosConfigBuilder.builder(CONFIG)
                        .settle(Duration.parse(settle))
                        .build())
                .hasMessageContaining("--settle")
                .hasMessageContaining("at least 210s");
    }

    @Test
    void killsThatNeverCome_areNotWaitedFor() {
        assertThatThrownBy(() -> ChaosConfigBuilder.builder(CONFIG)
                        .kills(3)
                        .killsPerMinute(0)
                        .build())
                .hasMessageContaining("--kills: '3' given, expected 0, or more with --kills-per-minute above 0");
    }

    @Test
    void databaseOfOthers_isNamedByItsUrl() {
        assertThatThrownBy(() ->
                        ChaosConfigBuilder.builder(CONFIG).database("db:5432").build())
                .hasMessageContaining("--database: 'db:5432' given, expected jdbc:postgresql://");
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "'', 5", "jdbc:postgresql://db/chaos, 2"})
    void databasesOfItsOwn_areAFew_andNoneBesideThatOfOthers(String database, int databases) {
        assertThatThrownBy(() -> ChaosConfigBuilder.builder(CONFIG)
                        .database(database)
                        .databases(databases)
                        .build())
                .hasMessageContaining("--databases: '" + databases + "' given, expected 1");
    }

    @ParameterizedTest
    @CsvSource({"'', 5", "jdbc:postgresql://db/chaos, 2"})
    void databaseOfOthers_isStruckByNoDisasterOfOurs(String database, int disasters) {
        assertThat(ChaosConfigBuilder.builder(CONFIG)
                        .disasters(EnumSet.allOf(Disaster.class))
                        .database(database)
                        .build()
                        .disasters())
                .hasSize(disasters);
    }

    @Test
    void settlingForLongEnough_isTaken() {
        Duration settle = Duration.ofMinutes(4);

        assertThat(ChaosConfigBuilder.builder(CONFIG).settle(settle).build().settle())
                .isEqualTo(settle);
    }

    @Test
    void databaseOfItsOwn_isStruckByWhatWasAskedFor() {
        assertThat(ChaosConfigBuilder.builder(CONFIG)
                        .disasters(EnumSet.of(Disaster.LOST_NODE, Disaster.LOST_DATABASE))
                        .build()
                        .disasters())
                .containsExactlyInAnyOrder(Disaster.LOST_NODE, Disaster.LOST_DATABASE);
    }

    /** The shortest that says anything, and the longest lists of what may be. */
    @Test
    void boundsThemselves_areTaken() {
        ChaosConfig most = ChaosConfigBuilder.builder(CONFIG)
                .length(Duration.ofSeconds(1))
                .servers(50)
                .clients(12)
                .gateways(4)
                .keys(1_000_000)
                .databases(4)
                .killsPerMinute(600)
                .disastersPerMinute(60)
                .settle(Duration.ofSeconds(210))
                .build();
        assertThat(most.servers()).isEqualTo(50);
        ChaosConfig least = ChaosConfigBuilder.builder(CONFIG)
                .servers(6)
                .clients(1)
                .gateways(0)
                .keys(1)
                .serverBytes(32 << 20)
                .killsPerMinute(0)
                .build();
        assertThat(least.servers()).isEqualTo(6);
    }
}
