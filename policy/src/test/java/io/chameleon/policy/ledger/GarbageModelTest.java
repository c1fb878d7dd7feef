package io.chameleon.policy.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.wear.WearModel;
import io.chameleon.policy.Given;
import io.chameleon.policy.ServerLoad;
import java.util.List;
import org.junit.jupiter.api.Test;

class GarbageModelTest {
    @Test
    void randomWrites_costMoreOnAFullerDevice() {
        GarbageModel model = GarbageModel.of(List.of(server(0.7, WearModel.victimUtilisation(0.7, 0))));
        assertThat(model.programsPerPage(0.7)).isEqualTo(1 / (1 - WearModel.victimUtilisation(0.7, 0)), within(1e-6));
        assertThat(model.programsPerPage(0.77) / model.programsPerPage(0.7)).isBetween(1.2, 1.3);
    }

    @Test
    void emptyVictims_makeTheCostFollowTheFillLess() {
        GarbageModel inTurns = GarbageModel.of(List.of(server(0.7, 0.02)));
        assertThat(inTurns.programsPerPage(0.7)).isEqualTo(1 / 0.98, within(1e-6));
        assertThat(inTurns.programsPerPage(0.77) / inTurns.programsPerPage(0.7)).isBetween(1.0, 1.06);
    }

    @Test
    void serverThatNeverCollected_isExpectedToDoAsTheOthers() {
        GarbageModel model = GarbageModel.of(List.of(server(0.7, 0.4), server(0.7, 0.2), server(0.1, 0)));
        assertThat(model.victimUtilisation(server(0.1, 0))).isEqualTo(0.3, within(1e-9));
        assertThat(model.victimUtilisation(server(0.1, 0.2))).isEqualTo(0.2);
        assertThat(GarbageModel.of(List.of(server(0.1, 0))).victimUtilisation(server(0.1, 0)))
                .isZero();
    }

    @Test
    void asPrinted_theFillCostsNothing() {
        GarbageModel model = GarbageModel.asPrinted(List.of(server(0.7, 0.4)));
        assertThat(model.programsPerPage(0.9)).isEqualTo(model.programsPerPage(0.1));
        assertThat(model.victimUtilisation(server(0.7, 0))).isEqualTo(0.4);
    }

    /** 100 blocks of 64 pages. */
    private static ServerLoad server(double fillOfFlash, double victimUtilisation) {
        return new ServerLoad(
                Given.s(0),
                "",
                "",
                true,
                50,
                64 * 100,
                64 * 150,
                5_500,
                Math.round(6_400 * fillOfFlash),
                4096,
                64,
                100,
                victimUtilisation,
                300_000,
                0,
                0,
                0);
    }
}
