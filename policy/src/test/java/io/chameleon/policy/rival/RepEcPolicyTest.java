package io.chameleon.policy.rival;

import static io.chameleon.policy.Given.EPOCH;
import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.id;
import static io.chameleon.policy.Given.rep;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.stable;
import static io.chameleon.policy.Given.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.BalancePlan;
import io.chameleon.policy.BulkMigration;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.Given;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepEcPolicyTest {
    private static final List<ServerLoad> SERVERS = Given.servers(0, 900, 100, 100, 100, 100, 100, 100, 100, 100);

    private static BalancePlan plan(List<ServerLoad> servers, Candidate... objects) {
        return new RepEcPolicy(PolicyConfig.defaults()).plan(snapshot(servers, objects));
    }

    private static Candidate replicated(String key, long lastWriteEpoch) {
        return new Candidate(
                id(key),
                5,
                RedundancyState.REP,
                false,
                rep(0, 1, 2),
                rep(0, 1, 2),
                9,
                9,
                Given.SIZE,
                8 << 20,
                0,
                lastWriteEpoch,
                0);
    }

    private static Placement onRing(String key, RedundancyScheme scheme) {
        return new Placement(scheme, snapshot(SERVERS).ring().select(id(key), scheme, server -> true));
    }

    @Test
    void replicasNotWrittenForThreeEpochs_areEncodedAtOnce_ontoTheRing() {
        BalancePlan plan = plan(SERVERS, replicated("cool", EPOCH - 3), replicated("fresh", EPOCH - 2));
        assertThat(plan.remaps()).hasSize(1);
        Remap remap = plan.remaps().getFirst();
        assertThat(remap.event()).isEqualTo(RedundancyEvent.DOWNGRADE);
        assertThat(remap.destination()).isEqualTo(onRing("cool", RedundancyScheme.EC_4_2));
        assertThat(remap.reason()).isEqualTo("REP+EC: not written for 3 epochs");
        assertThat(plan.migrations())
                .containsExactly(new BulkMigration(id("cool"), 6, onRing("cool", RedundancyScheme.EC_4_2)));
    }

    @Test
    void encodedObjects_waitForTheWriteThatReplicatesThem_howeverLong() {
        BalancePlan plan = plan(
                SERVERS,
                stable("encoded", ec(0, 1, 2, 3, 4, 5), 0),
                waiting("waits", RedundancyState.LATE_REP, ec(0, 1, 2, 3, 4, 5), rep(6, 7, 8), 0, 1));
        assertThat(plan.remaps()).hasSize(1);
        assertThat(plan.remaps().getFirst().event()).isEqualTo(RedundancyEvent.UPGRADE);
        assertThat(plan.remaps().getFirst().destination()).isEqualTo(onRing("encoded", RedundancyScheme.REP_3));
        assertThat(plan.migrations()).isEmpty();
    }

    @Test
    void standingIntent_leadsElsewhereWhenItsDestinationIsGone() {
        List<ServerLoad> servers = new ArrayList<>(SERVERS);
        servers.set(6, SERVERS.get(6).withWritable(false));
        BalancePlan plan =
                plan(servers, waiting("waits", RedundancyState.LATE_REP, ec(0, 1, 2, 3, 4, 5), rep(6, 7, 8), 0, 1));
        assertThat(plan.remaps().getFirst().event()).isEqualTo(RedundancyEvent.RETARGET);
        List<ServerId> to =
                Objects.requireNonNull(plan.remaps().getFirst().destination()).servers();
        assertThat(to).doesNotContain(Given.s(6));
    }

    @Test
    void encodingThatFailed_isTriedAgain_unlessItWasWrittenSince() {
        BalancePlan plan = plan(
                SERVERS,
                waiting("again", RedundancyState.LATE_EC, rep(0, 1, 2), ec(3, 4, 5, 6, 7, 8), 0, 5),
                waiting("written", RedundancyState.LATE_EC, rep(0, 1, 2), ec(3, 4, 5, 6, 7, 8), 0, EPOCH - 1));
        assertThat(plan.migrations()).containsExactly(new BulkMigration(id("again"), 100, ec(3, 4, 5, 6, 7, 8)));
        assertThat(plan.remaps()).extracting(Remap::event).containsExactly(RedundancyEvent.HEATED);
    }

    /** A copy writes every fragment of the stripe, also those on servers that have a replica. */
    @Test
    void encodingThatFailed_isNotTriedAgainOnServersThatTakeNoWrites() {
        List<ServerLoad> servers = new ArrayList<>(SERVERS);
        servers.set(1, servers.get(1).withWritable(false));
        BalancePlan plan =
                plan(servers, waiting("kept", RedundancyState.LATE_EC, rep(0, 1, 2), ec(3, 4, 5, 6, 7, 1), 0, 5));
        assertThat(plan.migrations()).isEmpty();
        assertThat(plan.remaps()).extracting(Remap::event).containsExactly(RedundancyEvent.HEATED);
    }

    /** Room for 10 pages on each of ten servers. Encoding an object frees 3 x 16 pages and takes 6 x 4. */
    @Test
    void encoding_givesRoom_soThatFullServersCanGoOn() {
        List<ServerLoad> full = SERVERS.stream()
                .map(load -> Given.server(Integer.parseInt(load.id().value().substring(1)), 0, 9_190, ""))
                .toList();
        Candidate[] objects = IntStream.range(0, 100)
                .mapToObj(i -> stable("o" + i, rep(i % 10, (i + 3) % 10, (i + 6) % 10), 0))
                .map(o -> new Candidate(
                        o.id(), 5, o.state(), false, o.live(), o.next(), 0, 0, o.size(), o.segmentBytes(), 0, 1, 0))
                .toArray(Candidate[]::new);
        assertThat(plan(full, objects).remaps()).hasSizeGreaterThan(90);
        List<ServerLoad> fuller = SERVERS.stream()
                .map(load -> Given.server(Integer.parseInt(load.id().value().substring(1)), 0, 9_199, ""))
                .toList();
        assertThat(plan(fuller, objects).remaps()).isEmpty();
    }

    @Test
    void degradedObject_isLeftToRepair() {
        Candidate degraded = new Candidate(
                id("a"), 9, RedundancyState.REP, true, rep(0, 1, 2), rep(0, 1, 2), 0, 0, 65_536, 8 << 20, 0, 1, 0);
        assertThat(plan(SERVERS, degraded).remaps()).isEmpty();
    }
}
