package io.chameleon.lab.papers.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.emulator.ClusterSpec;
import io.chameleon.lab.emulator.DeviceSpec;
import io.chameleon.simssd.WriteMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The clusters of the papers, as they describe them. */
class SetupTest {
    @ParameterizedTest
    @EnumSource(RedundancyPolicy.class)
    void standard_isTheChameleonPapersCluster_atTheSizeAskedFor(RedundancyPolicy initial) {
        assertThat(Setup.STANDARD.cluster(initial, 50)).isEqualTo(ClusterSpec.standard(initial));
        assertThat(Setup.STANDARD.cluster(initial, 20))
                .isEqualTo(ClusterSpec.standard(initial).withServers(20));
    }

    @Test
    void streams_differByTheWriteModeAlone() {
        assertThat(Setup.STREAMS.cluster(RedundancyPolicy.EC, 50))
                .isEqualTo(ClusterSpec.standard(RedundancyPolicy.EC).withWriteMode(WriteMode.HOT_COLD_AND_COPIES));
    }

    @Test
    void unequal_givesEveryOtherServerHalfTheEndurance() {
        ClusterSpec cluster = Setup.UNEQUAL.cluster(RedundancyPolicy.EC, 50);
        assertThat(cluster.devices()).extracting(DeviceSpec::ratedErases).containsExactly(3_000, 1_500);
        assertThat(cluster.withDevices(ClusterSpec.standard(RedundancyPolicy.EC).devices()))
                .isEqualTo(ClusterSpec.standard(RedundancyPolicy.EC));
    }

    /** EDM V-A: RAID-5 over four objects, blocks of 128 KiB, erases of 2 ms. */
    @Test
    void edm_isItsPapersCluster_whateverTheEffort() {
        ClusterSpec cluster = Setup.edm(16).cluster(RedundancyPolicy.EC, 50);
        assertThat(cluster.servers()).isEqualTo(16);
        assertThat(cluster.ec()).isEqualTo(new RedundancyScheme(RedundancyPolicy.EC, 3, 1));
        assertThat(cluster.pageBytes() * cluster.pagesPerBlock()).isEqualTo(128 * 1024);
        assertThat(cluster.utilisation()).isEqualTo(0.6);
        assertThat(cluster.devices()).singleElement().satisfies(device -> {
            assertThat(device.timing().read()).isEqualTo(Duration.ofNanos(25_000));
            assertThat(device.timing().program()).isEqualTo(Duration.ofNanos(200_000));
            assertThat(device.timing().erase()).isEqualTo(Duration.ofMillis(2));
        });
    }

    @Test
    void edm_filledOtherwise_isASetupOfItsOwn() {
        assertThat(Setup.edm(20, 0.4).cluster(RedundancyPolicy.EC, 50).utilisation())
                .isEqualTo(0.4);
        assertThat(Setup.edm(20, 0.4)).isNotEqualTo(Setup.edm(20));
        assertThat(Setup.edm(20, 0.4).name()).isEqualTo("EDM, 20 servers, filled to 0.4");
        assertThat(Setup.edm(20)).isEqualTo(Setup.edm(20, 0.6));
    }

    @Test
    void fewerServersThanAStripeIsWide_areRefused() {
        assertThatThrownBy(() -> Setup.STANDARD.cluster(RedundancyPolicy.EC, 5))
                .hasMessageContaining("servers: '5' given, expected 6 (the wider of REP(3) and EC(4+2)) to 100000");
    }
}
