package io.chameleon.core.wear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ServerId;
import io.chameleon.core.wear.WearReport.LatencySummary;
import org.junit.jupiter.api.Test;

class WearReportTest {
    private static final LatencySummary LATENCY = new LatencySummary(1000, 210, 1700);

    private static WearReport report(long erases, long host, long nand, double mu, long capacity, long live) {
        return new WearReport(
                new ServerId("flash-0"), erases, host, nand, mu, capacity, live, 4096, 64, 1000, 3000, 2, LATENCY);
    }

    @Test
    void derivedValues_ofAWornDevice_areRatiosOfItsCounters() {
        WearReport report = report(30_000, 1000, 1600, 0.4, 54_400, 43_520);
        assertThat(report.writeAmplification()).isEqualTo(1.6);
        assertThat(report.utilisation()).isEqualTo(0.8);
        assertThat(report.enduranceUsed()).isEqualTo(0.01);
    }

    @Test
    void derivedValues_ofANewDevice_areThoseOfNoWear() {
        WearReport report = report(0, 0, 0, 0, 54_400, 0);
        assertThat(report.writeAmplification()).isEqualTo(1);
        assertThat(report.utilisation()).isZero();
        assertThat(report.enduranceUsed()).isZero();
    }

    @Test
    void report_withAnImpossibleNumber_namesServerAndNumber() {
        assertThatThrownBy(() -> report(-1, 0, 0, 0, 1, 0))
                .hasMessage("erases of flash-0: '-1' given, expected 0 or more");
        assertThatThrownBy(() -> report(0, 0, 0, 1.5, 1, 0))
                .hasMessageContaining("victim utilisation of flash-0: '1.5'");
        assertThatThrownBy(() -> report(0, 0, 0, Double.NaN, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> report(0, 0, 0, 0, 0, 0)).hasMessageContaining("capacity in pages of flash-0: '0'");
        assertThatThrownBy(() -> new LatencySummary(1, Double.NaN, 0)).hasMessageContaining("mean latency");
    }
}
