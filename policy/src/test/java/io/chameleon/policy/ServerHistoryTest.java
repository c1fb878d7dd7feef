package io.chameleon.policy;

import static io.chameleon.policy.Given.s;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.wear.WearReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerHistoryTest {
    /** @param sumMicros of all writes timed since the process started */
    private static WearReport report(long hostPages, long timed, double sumMicros) {
        return new WearReport(
                s(0),
                0,
                hostPages,
                hostPages,
                0,
                10_000,
                100,
                4096,
                64,
                180,
                3_000,
                0,
                new WearReport.LatencySummary(timed, timed == 0 ? 0 : sumMicros / timed, 0));
    }

    private static ServerHistory after(ServerHistory history, long epoch, WearReport report) {
        return history.with(epoch, List.of(report));
    }

    @Test
    void firstReport_tellsNothingYet_andTheSecondAllThatIsKnown() {
        ServerHistory first = after(ServerHistory.EMPTY, 7, report(5_000, 5_000, 1e6));
        assertThat(first.of(s(0))).isEqualTo(ServerHistory.Trend.UNKNOWN);
        assertThat(first.of(s(1))).isEqualTo(ServerHistory.Trend.UNKNOWN);

        ServerHistory second = after(first, 8, report(5_800, 5_800, 1.24e6));
        assertThat(second.of(s(0))).isEqualTo(new ServerHistory.Trend(800, 800, 300));
        assertThat(first.of(s(0))).as("a value").isEqualTo(ServerHistory.Trend.UNKNOWN);
    }

    @Test
    void eachEpochCountsHalfAsMuchAsTheNext() {
        ServerHistory history = after(ServerHistory.EMPTY, 1, report(0, 0, 0));
        history = after(history, 2, report(800, 800, 800 * 300));
        history = after(history, 3, report(1_000, 1_000, 800 * 300 + 200 * 100));
        assertThat(history.of(s(0))).isEqualTo(new ServerHistory.Trend(800 / 2.0 + 200 / 2.0, 200, 200));
        history = after(history, 4, report(1_000, 1_000, 800 * 300 + 200 * 100));
        assertThat(history.of(s(0)))
                .as("nothing written, nothing timed")
                .isEqualTo(new ServerHistory.Trend(250, 0, 200));
    }

    /** Reading 27: EDM's window is one epoch, and what a plan copied is no write of it. */
    @Test
    void window_isTheLastEpochAlone_withoutWhatAPlanCopied() {
        ServerHistory history = after(ServerHistory.EMPTY, 1, report(0, 0, 0));
        history = after(history, 2, report(800, 0, 0));
        history = history.afterCopies(List.of(report(5_800, 0, 0)));
        assertThat(history.of(s(0)).windowWrites())
                .as("of the epoch that has ended")
                .isEqualTo(800);
        history = after(history, 3, report(5_900, 0, 0));
        assertThat(history.of(s(0)).windowWrites()).isEqualTo(100);
        assertThat(history.of(s(0)).writesPerEpoch()).isEqualTo(800 / 2.0 + 5_100 / 2.0);
        history = after(history, 4, report(6_000, 0, 0));
        assertThat(history.of(s(0)).windowWrites()).as("nothing was copied").isEqualTo(100);
    }

    @Test
    void window_ofAServerUnknownOrReplacedDuringTheCopies_isNotNegative() {
        ServerHistory unknown = ServerHistory.EMPTY.afterCopies(List.of(report(5_000, 0, 0)));
        assertThat(unknown.of(s(0))).isEqualTo(ServerHistory.Trend.UNKNOWN);
        ServerHistory history = after(ServerHistory.EMPTY, 1, report(1_000, 0, 0));
        history = history.afterCopies(List.of(report(20, 0, 0)));
        history = after(history, 2, report(1_300, 0, 0));
        assertThat(history.of(s(0)).windowWrites()).isEqualTo(300);
    }

    @Test
    void silentEpochs_areTakenToHaveBeenAlike() {
        ServerHistory history = after(ServerHistory.EMPTY, 1, report(0, 0, 0));
        history = after(history, 2, report(800, 0, 0));
        history = history.with(3, List.of());
        assertThat(history.of(s(0)).writesPerEpoch()).isEqualTo(800);
        history = after(history, 4, report(800 + 2 * 400, 0, 0));
        assertThat(history.of(s(0)).writesPerEpoch()).isEqualTo(800 / 4.0 + 400 * 3 / 4.0);
    }

    @Test
    void secondReportOfAnEpoch_isIgnored() {
        ServerHistory history = after(ServerHistory.EMPTY, 1, report(0, 0, 0));
        history = after(history, 2, report(800, 0, 0));
        assertThat(after(history, 2, report(900, 0, 0)).of(s(0)).writesPerEpoch())
                .isEqualTo(800);
    }

    @Test
    void restartedProcess_countsLatenciesAnew_pagesGoOn() {
        ServerHistory history = after(ServerHistory.EMPTY, 1, report(1_000, 1_000, 200_000));
        history = after(history, 2, report(1_500, 100, 40_000));
        assertThat(history.of(s(0))).isEqualTo(new ServerHistory.Trend(500, 500, 400));
    }

    @Test
    void deviceThatWasReplaced_isUnknown() {
        ServerHistory history = after(ServerHistory.EMPTY, 1, report(1_000, 0, 0));
        history = after(history, 2, report(1_500, 0, 0));
        history = after(history, 3, report(20, 0, 0));
        assertThat(history.of(s(0))).isEqualTo(ServerHistory.Trend.UNKNOWN);
        assertThat(after(history, 4, report(50, 0, 0)).of(s(0)).writesPerEpoch())
                .isEqualTo(30);
    }
}
