package io.chameleon.policy.ledger;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.id;
import static io.chameleon.policy.Given.rep;
import static io.chameleon.policy.Given.s;
import static io.chameleon.policy.Given.server;
import static io.chameleon.policy.Given.servers;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.stable;
import static io.chameleon.policy.Given.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Given;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.WearForecast;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WearLedgerTest {
    @Test
    void forecast_addsTheHorizonsWrites() {
        // Heat 16 is 8 writes an epoch (reading 5), of 16 pages to each replica, at 1/32 erase a page (Eq. 2): 4 an
        // epoch.
        WearLedger ledger = ledger(servers(100, 100, 100, 116), stable("a", rep(0, 1, 2), 16));
        assertThat(ledger.wear(s(0))).isEqualTo(100 + 4 * 4);
        assertThat(ledger.wear(s(3))).isEqualTo(116);
        assertThat(ledger.forecast()).isEqualTo(new WearForecast(116, 0));
    }

    @Test
    void waitingObject_wearsItsDestinationAndReservesItsRoom() {
        WearLedger ledger = ledger(
                servers(0, 0, 0, 0, 0, 0, 0),
                waiting("a", RedundancyState.EC_EWO, ec(0, 1, 2, 3, 4, 5), ec(6, 1, 2, 3, 4, 5), 16, 9));
        // 8 writes of 4 pages a shard at 1/32, over 4 epochs: 4 erases.
        assertThat(ledger.wear(s(6)) - ledger.wear(s(0)))
                .isEqualTo(4, within(0.01)); // and a hair for the fuller device
        assertThat(ledger.fill(s(6))).isEqualTo(0.5004);
        assertThat(ledger.fill(s(0))).isEqualTo(0.5);
        assertThat(ledger.fill(s(1)))
                .as("the new shard takes the old one's place")
                .isEqualTo(0.5);
    }

    @Test
    void shortObject_wearsOnlyWhoHoldsSomeOfIt() {
        Candidate page = Given.sized(stable("a", ec(0, 1, 2, 3, 4, 5), 16), 4096);
        WearLedger ledger = ledger(servers(0, 0, 0, 0, 0, 0, 0), page);
        assertThat(ledger.wear(s(0))).isEqualTo(1); // 8 writes of a page at 1/32, over 4 epochs
        assertThat(ledger.wear(s(1))).as("padding").isZero();
        assertThat(ledger.wear(s(4))).isEqualTo(1);
        assertThat(ledger.pages(page, RedundancyScheme.EC_4_2)).isEqualTo(3);
        assertThat(ledger.pageWritesPerEpoch()).isEqualTo(8 * 3);
    }

    @Test
    void move_takesFromTheSourceWhatItAddsToTheTarget() {
        Candidate object = stable("a", rep(0, 1, 2), 16);
        WearLedger ledger = ledger(servers(9, 9, 9, 9), object);
        ledger.move(object, object.next(), rep(3, 1, 2)); // reading 4
        assertThat(ledger.wear(s(0))).isEqualTo(9);
        assertThat(ledger.wear(s(3))).isEqualTo(9 + 16, within(0.1));
    }

    @Test
    void move_asPrinted_onlyAddsAndLooksOneEpochAhead() {
        Candidate object = stable("a", rep(0, 1, 2), 16);
        ClusterSnapshot snapshot = snapshot(servers(9, 9, 9, 9), object);
        WearLedger ledger = new WearLedger(
                snapshot,
                Outlook.ofPaper(
                        snapshot, PolicyConfig.defaults().with().asPrinted(true).build()));
        ledger.move(object, object.next(), rep(3, 1, 2));
        assertThat(ledger.wear(s(0))).isEqualTo(9 + 4); // reading 4: still there
        assertThat(ledger.wear(s(3))).isEqualTo(9 + 4);
    }

    @Test
    void move_asThePaperReads_countsBothSidesOneEpochAhead() {
        Candidate object = stable("a", rep(0, 1, 2), 16);
        ClusterSnapshot snapshot = snapshot(servers(9, 9, 9, 9), object);
        WearLedger ledger = new WearLedger(snapshot, Outlook.ofPaper(snapshot, PolicyConfig.defaults()));
        ledger.move(object, object.next(), rep(3, 1, 2));
        assertThat(ledger.wear(s(0))).isEqualTo(9); // reading 4: relieved
        assertThat(ledger.wear(s(3))).isEqualTo(9 + 4);
        assertThat(ledger.wear(s(1))).isEqualTo(9 + 4);
    }

    @Test
    void sumsKeptWhileMoving_areThoseOfANewLedger() {
        Random random = new Random(3);
        List<Candidate> objects = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int first = random.nextInt(10);
            objects.add(stable("o" + i, rep(first, (first + 1) % 10, (first + 3) % 10), random.nextInt(200)));
        }
        List<ServerLoad> servers = servers(5, 90, 33, 47, 61, 12, 80, 80, 4, 70);
        WearLedger ledger = ledger(servers, objects.toArray(new Candidate[0]));
        List<Candidate> moved = new ArrayList<>();
        for (Candidate object : objects) {
            int first = random.nextInt(10);
            Placement to = rep(first, (first + 2) % 10, (first + 5) % 10);
            ledger.move(object, object.next(), to);
            moved.add(waiting(object.id().key(), RedundancyState.REP_EWO, object.live(), to, object.heat(), 10));
        }
        WearLedger afresh = ledger(servers, moved.toArray(new Candidate[0]));
        assertThat(ledger.forecast().mean()).isEqualTo(afresh.forecast().mean(), within(1e-6));
        assertThat(ledger.forecast().sigma()).isEqualTo(afresh.forecast().sigma(), within(1e-6));
        assertThat(inOrder(ledger.leastWornFirst())).isEqualTo(inOrder(afresh.leastWornFirst()));
        assertThat(inOrder(ledger.emptiestFirst())).isEqualTo(inOrder(afresh.emptiestFirst()));
        assertThat(inOrder(ledger.mostWornFirst()).reversed()).isEqualTo(inOrder(ledger.leastWornFirst()));
    }

    private static List<ServerId> inOrder(Iterator<ServerId> order) {
        List<ServerId> all = new ArrayList<>();
        order.forEachRemaining(all::add);
        return all;
    }

    @Test
    void wear_byRatedErases_weighsADeviceOfHalfTheLifeTwice() {
        // Rated for 540,000 and 270,000 erases, 405,000 on average: an erase weighs 0.75 and 1.5.
        ServerLoad half = server(1, 100).withRatedErases(270_000);
        ClusterSnapshot snapshot = snapshot(List.of(server(0, 200), half));
        WearLedger ledger = new WearLedger(snapshot, PolicyConfig.defaults());
        assertThat(ledger.wear(s(0))).isEqualTo(150);
        assertThat(ledger.wear(s(1))).isEqualTo(150);
        assertThat(ledger.forecast().sigma()).isZero();
    }

    private static WearLedger predictive(ServerLoad... servers) {
        return new WearLedger(snapshot(List.of(servers)), PolicyConfig.defaults());
    }

    @Test
    void relativeFill_favoursADeviceOfLongLifeWhileItIsLessWorn_andNoneOfEqualLife() {
        ServerLoad half = server(1, 100).withRatedErases(270_000);
        WearLedger ledger = predictive(server(0, 100), half);
        assertThat(ledger.relativeFill(s(0))).isEqualTo(0.5 / 1.05);
        assertThat(ledger.relativeFill(s(1))).isEqualTo(0.5 / 0.95);

        ServerLoad alike = server(2, 100).withRatedErases(539_000);
        WearLedger almost = predictive(server(0, 10), alike);
        assertThat(almost.relativeFill(s(0))).isCloseTo(0.5 / (1 + 500.0 / 539_500), within(1e-12));

        WearLedger moreWorn = predictive(server(0, 300), half);
        assertThat(moreWorn.relativeFill(s(0))).isEqualTo(0.5);
        assertThat(moreWorn.relativeFill(s(1))).isEqualTo(0.5);

        assertThat(predictive(server(0, 100), server(1, 300)).relativeFill(s(0)))
                .isEqualTo(0.5);
    }

    @Test
    void newDevice_countsTheBlocksItHasStillToFill() {
        ServerLoad fresh = new ServerLoad(
                s(0), "", "", true, 0, 64 * 100, 64 * 100, 10_000, 100, 4096, 64, 180, 0, 540_000, 0, 0, 0);
        WearLedger ledger = ledger(List.of(fresh, server(1, 1)));
        assertThat(ledger.wear(s(0))).isEqualTo(100 - 180);
        assertThat(ledger.wear(s(1))).isEqualTo(1);
    }

    @Test
    void deviceThatNeverCollected_costsWhatTheOthersDo() {
        ServerLoad fresh = new ServerLoad(
                s(3), "", "", true, 0, 64 * 180, 64 * 180, 10_000, 100, 4096, 64, 180, 0, 540_000, 0, 0, 0);
        Candidate object = stable("a", rep(1, 2, 3), 16);
        WearLedger ledger = ledger(List.of(server(1, 9), server(2, 9), fresh), object);
        assertThat(ledger.wearOf(object, 0, s(3))).isEqualTo(ledger.wearOf(object, 0, s(1)), within(0.1));
    }

    /** It stands in the log beside the word wear, and nobody has a negative number of erases. */
    @Test
    void forecastOfDevicesThatHaveNotErasedYet_saysHowMuchTheyFillFirst() {
        assertThat(new WearForecast(-1054.4, 0.25))
                .hasToString("mean 0.0 (1054.4 blocks to fill before the first erase), sigma 0.25 erases");
        assertThat(new WearForecast(0, 0)).hasToString("mean 0.0, sigma 0.00 erases");
        assertThat(new WearForecast(12.25, 3)).hasToString("mean 12.3, sigma 3.00 erases");
    }

    @Test
    void thresholds_areFractionsOfTheMeanAboveAFloorOfEightErases() {
        assertThat(new WearForecast(100, 1).threshold(0.05)).isEqualTo(5); // reading 7
        assertThat(new WearForecast(2, 1).threshold(0.05)).isEqualTo(0.4);
        assertThat(new WearForecast(-50, 1).threshold(0.05)).isEqualTo(0.4);
    }

    @Test
    void room_isBoundedByTheMeanFillAndNeverBelowHalf() {
        Candidate object = stable("a", rep(0, 1, 2), 1);
        // Mean fill 0.6, bound 0.69: 6884 pages and a replica of 16 are 0.69 exactly.
        List<ServerLoad> servers = List.of(server(0, 0, 6_884, ""), server(1, 0, 6_885, ""), server(2, 0, 4_231, ""));
        WearLedger ledger = new WearLedger(snapshot(servers), PolicyConfig.defaults());
        assertThat(ledger.hasRoom(object, RedundancyScheme.REP_3, 0, s(2))).isTrue();
        assertThat(ledger.hasRoom(stable("b", rep(1, 2, 3), 1), RedundancyScheme.REP_3, 0, s(0)))
                .isTrue();
        assertThat(ledger.hasRoom(stable("b", rep(0, 2, 3), 1), RedundancyScheme.REP_3, 0, s(1)))
                .isFalse();
        // Nearly empty: three times the mean does no harm.
        WearLedger empty = new WearLedger(
                snapshot(List.of(server(0, 0, 300, ""), server(1, 0, 0, ""), server(2, 0, 0, ""))),
                PolicyConfig.defaults());
        assertThat(empty.hasRoom(object, RedundancyScheme.REP_3, 0, s(0))).isTrue();
    }

    @Test
    void snapshot_withAServerOrAnObjectTwice_isRefused() {
        assertThatThrownBy(() -> snapshot(List.of(server(0, 1), server(0, 2))))
                .hasMessageContaining("each server once");
        assertThatThrownBy(() -> new ClusterSnapshot(
                        1,
                        servers(1, 2, 3),
                        List.of(stable("a", rep(0, 1, 2), 1), stable("a", rep(0, 1, 2), 2)),
                        RedundancyScheme.REP_3,
                        RedundancyScheme.EC_4_2,
                        snapshot(servers(1)).ring()))
                .hasMessage("object of a snapshot: '" + id("a") + "' given, expected each object once");
    }

    /** Four epochs ahead, heat taken literally, both sides of a move counted. */
    private static WearLedger ledger(List<ServerLoad> servers, Candidate... objects) {
        return new WearLedger(
                snapshot(servers, objects),
                new Outlook(
                        4, WriteRates.asSeen(), GarbageModel.of(servers), false, true, 0.92, Double.POSITIVE_INFINITY));
    }
}
