package io.chameleon.policy.draft;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.id;
import static io.chameleon.policy.Given.rep;
import static io.chameleon.policy.Given.server;
import static io.chameleon.policy.Given.servers;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.BulkMigration;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.Given;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.chameleon.ChameleonPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntentReviewTest {
    private static final PolicyConfig CONFIG =
            PolicyConfig.defaults().with().heatHot(8).swapsPerEpoch(0).build();
    private static final List<ServerLoad> SERVERS = servers(100, 100, 100, 100, 100, 100, 100, 100, 100, 100);
    private static final long LONG_AGO = Given.EPOCH - 8;

    @Test
    void upgradeThatCooled_returnsToItsStripe() {
        BalancePlan plan =
                plan(SERVERS, waiting("a", RedundancyState.LATE_REP, ec(0, 1, 2, 3, 4, 5), rep(6, 7, 8), 7.5, 9));
        assertThat(events(plan)).containsExactly(RedundancyEvent.COOLED); // reading 11
        assertThat(plan.remaps().getFirst().reason())
                .isEqualTo("withdrawn: cooled before its next write: heat 7.50 < 8");
    }

    @Test
    void downgradeThatHeated_returnsToItsReplicas() {
        BalancePlan plan =
                plan(SERVERS, waiting("a", RedundancyState.LATE_EC, rep(6, 7, 8), ec(0, 1, 2, 3, 4, 5), 8, 9));
        assertThat(events(plan)).containsExactly(RedundancyEvent.HEATED); // reading 11, the mirror case
    }

    @Test
    void intentsStillRight_wait() {
        assertThat(plan(
                                SERVERS,
                                waiting(
                                        "a",
                                        RedundancyState.LATE_REP,
                                        ec(0, 1, 2, 3, 4, 5),
                                        rep(6, 7, 8),
                                        8,
                                        LONG_AGO + 1),
                                waiting(
                                        "b",
                                        RedundancyState.LATE_EC,
                                        rep(6, 7, 8),
                                        ec(0, 1, 2, 3, 4, 5),
                                        0,
                                        LONG_AGO + 1),
                                waiting("c", RedundancyState.REP_EWO, rep(6, 7, 8), rep(9, 7, 8), 8, LONG_AGO + 1))
                        .remaps())
                .isEmpty();
    }

    @Test
    void upgradeNobodyWrote_isWithdrawnHoweverHotItWas() {
        BalancePlan plan =
                plan(SERVERS, waiting("a", RedundancyState.LATE_REP, ec(0, 1, 2, 3, 4, 5), rep(6, 7, 8), 9, LONG_AGO));
        assertThat(events(plan)).containsExactly(RedundancyEvent.COOLED);
        assertThat(plan.remaps().getFirst().reason()).isEqualTo("withdrawn: not written for 8 epochs");
    }

    @Test
    void swapNobodyWrote_isCopiedWithinTheBound_elseWithdrawn() {
        Candidate swap = waiting("a", RedundancyState.EC_EWO, ec(0, 1, 2, 3, 4, 5), ec(6, 1, 2, 3, 4, 5), 0, LONG_AGO);
        BalancePlan copied = plan(SERVERS, swap);
        assertThat(copied.migrations()).containsExactly(new BulkMigration(id("a"), 100, ec(6, 1, 2, 3, 4, 5)));
        assertThat(copied.remaps()).isEmpty();
        PolicyConfig none = PolicyConfig.defaults()
                .with()
                .heatHot(8)
                .swapsPerEpoch(0)
                .coldMigrationFragments(0)
                .build();
        BalancePlan withdrawn = new ChameleonPolicy(none).plan(snapshot(SERVERS, swap));
        assertThat(withdrawn.migrations()).isEmpty();
        assertThat(events(withdrawn)).containsExactly(RedundancyEvent.CANCEL);
    }

    @Test
    void downgradeNobodyWrote_isCopiedInItsTurn_andNeverWithdrawnForAge() {
        // A stripe is 6 fragments: 13 fit twice, the oldest first.
        PolicyConfig thirteen = PolicyConfig.defaults()
                .with()
                .heatHot(8)
                .swapsPerEpoch(0)
                .coldMigrationFragments(13)
                .build();
        BalancePlan plan = new ChameleonPolicy(thirteen)
                .plan(snapshot(
                        SERVERS,
                        waiting("a", RedundancyState.LATE_EC, rep(6, 7, 8), ec(0, 1, 2, 3, 4, 5), 0, 2),
                        waiting("b", RedundancyState.LATE_EC, rep(6, 7, 8), ec(0, 1, 2, 3, 4, 5), 0, 1),
                        waiting("c", RedundancyState.LATE_EC, rep(6, 7, 8), ec(0, 1, 2, 3, 4, 5), 0, 1)));
        assertThat(plan.migrations()).extracting(BulkMigration::id).containsExactly(id("b"), id("c"));
        assertThat(plan.remaps()).isEmpty();
    }

    @Test
    void swapCopiesOnlyTheFragmentThatMoves() {
        PolicyConfig two = PolicyConfig.defaults()
                .with()
                .heatHot(8)
                .coldMigrationFragments(2)
                .build();
        List<Candidate> swaps = IntStream.range(0, 3)
                .mapToObj(i -> waiting(
                        "o" + i, RedundancyState.EC_EWO, ec(0, 1, 2, 3, 4, 5), ec(6, 1, 2, 3, 4, 5), 0, LONG_AGO))
                .toList();
        BalancePlan plan = new ChameleonPolicy(two).plan(snapshot(with(server(6, 100, 4_000, "")), swaps));
        assertThat(plan.migrations()).extracting(BulkMigration::id).containsExactly(id("o0"), id("o1"));
        assertThat(events(plan)).containsExactly(RedundancyEvent.CANCEL);
    }

    @Test
    void destinationThatTakesNoWritesAnyMore_isGivenUp() {
        List<ServerLoad> servers = with(server(6, 100).withWritable(false));
        BalancePlan plan = plan(
                servers,
                waiting("a", RedundancyState.LATE_REP, ec(0, 1, 2, 3, 4, 5), rep(6, 7, 8), 9, 9),
                waiting("b", RedundancyState.LATE_EC, rep(0, 1, 2), ec(6, 7, 8, 9, 0, 1), 1, 9),
                waiting("c", RedundancyState.EC_EWO, ec(0, 1, 2, 3, 4, 5), ec(6, 1, 2, 3, 4, 5), 1, 9));
        assertThat(events(plan))
                .containsExactly(RedundancyEvent.COOLED, RedundancyEvent.HEATED, RedundancyEvent.CANCEL);
    }

    /** A change of policy writes all fragments anew. A late downgrade never expires: its copy would fail for ever. */
    @Test
    void serverThatStays_andTakesNoWritesAnyMore_endsAChangeOfPolicy_andNotAMove() {
        List<ServerLoad> servers = with(server(1, 100).withWritable(false));
        BalancePlan plan = plan(
                servers,
                waiting("a", RedundancyState.LATE_REP, ec(0, 1, 2, 3, 4, 5), rep(6, 1, 8), 9, 9),
                waiting("b", RedundancyState.LATE_EC, rep(0, 1, 2), ec(6, 7, 8, 9, 0, 1), 0, LONG_AGO),
                waiting("c", RedundancyState.EC_EWO, ec(0, 1, 2, 3, 4, 5), ec(6, 1, 2, 3, 4, 5), 0, LONG_AGO));
        assertThat(plan.remaps())
                .extracting(remap -> remap.id() + " " + remap.event())
                .containsExactlyInAnyOrder(id("a") + " COOLED", id("b") + " HEATED");
        assertThat(plan.migrations()).extracting(BulkMigration::id).containsExactly(id("c"));
    }

    @Test
    void destinationOnWhichRepairPutAnotherFragment_isGivenUp() {
        // s06 was chosen for fragment 0, then repair rebuilt fragment 1 there (reading 19).
        BalancePlan plan =
                plan(SERVERS, waiting("a", RedundancyState.EC_EWO, ec(0, 6, 2, 3, 4, 5), ec(6, 1, 2, 3, 4, 5), 1, 9));
        assertThat(events(plan)).containsExactly(RedundancyEvent.CANCEL);
    }

    private static List<ServerLoad> with(ServerLoad changed) {
        List<ServerLoad> servers = new ArrayList<>(SERVERS);
        servers.replaceAll(server -> server.id().equals(changed.id()) ? changed : server);
        return servers;
    }

    private static BalancePlan plan(List<ServerLoad> servers, Candidate... objects) {
        return new ChameleonPolicy(CONFIG).plan(snapshot(servers, objects));
    }

    private static List<RedundancyEvent> events(BalancePlan plan) {
        return plan.remaps().stream().map(Remap::event).toList();
    }
}
