package io.chameleon.lab.simulation.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.version.VersionId;
import io.chameleon.lab.simulation.role.AgingRules;
import io.chameleon.lab.simulation.role.ClientRole;
import io.chameleon.lab.simulation.role.ClusterShape;
import io.chameleon.lab.simulation.role.Discovery;
import io.chameleon.lab.simulation.role.FlashRig;
import io.chameleon.lab.simulation.role.FlashRole;
import io.chameleon.lab.simulation.role.VersionsUser;
import io.chameleon.lab.simulation.role.Wiring;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.SimNetwork;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each check passes on tables and placements at rest and reports what is planted. */
class AtRestTest {
    private static final ServerId S0 = new ServerId("s0");
    private static final Duration TURN = AgingRules.INTERVAL;

    private final World world = new World(1);
    private final HostClock host = new HostClock(world);
    private final InstantSource clock = () -> Instant.ofEpochMilli(host.millis());
    private final WriteIds ids = new WriteIds(clock, new SplittableRandom(1));
    private final InMemoryMappingTable table = new InMemoryMappingTable(clock, ClusterShape.GRACE);
    private final List<FlashRole> servers = new ArrayList<>();

    @BeforeEach
    void buckets() {
        List.of(Rows.BUCKET, ClientRole.BUCKET, VersionsUser.BUCKET)
                .forEach(bucket -> table.buckets().create(bucket, ""));
        table.buckets().configure(VersionsUser.BUCKET, Map.of(Versioning.SETTING, Versioning.ENABLED.text()));
        AgingRules.configure(table.buckets());
        IntStream.range(0, 3).forEach(i -> server("s" + i, "", ""));
    }

    private void server(String name, String zone, String node) {
        servers.add(new FlashRole(
                world,
                new SimNetwork(world),
                new Discovery(world),
                Wiring.SOUND,
                name,
                zone,
                node,
                FlashRig.FLASH,
                () -> {}));
    }

    private void pass(Duration time) {
        world.runUntil(world.time().now() + time.toNanos());
    }

    private AtRest atRest() {
        return new AtRest(world, table, servers);
    }

    private void sound() {
        assertThat(world.violation()).isEmpty();
    }

    private void violated(String text) {
        assertThat(world.violation()).startsWith(text);
    }

    private WriteId commit(String bucket, String key, Integer... missing) {
        WriteId write = ids.next();
        ObjectContent content = new ObjectContent(write, 3_000, FlashRig.BYTES, 0, "", Map.of());
        Commit commit = new Commit(new ObjectId(bucket, key), content, Rows.copies(), List.of(missing), Condition.NONE);
        assertThat(table.commit(List.of(commit)))
                .extracting(CommitResult::status)
                .containsExactly(CommitResult.Status.COMMITTED);
        return write;
    }

    @Test
    void emptyTables_areAtRest() {
        atRest().checkTables();
        atRest().checkLifecycle();
        sound();
    }

    @Test
    void supersededFragments_mustHaveBeenCollected() {
        commit(Rows.BUCKET, "k");
        atRest().checkTables();
        sound();
        commit(Rows.BUCKET, "k");
        List<Long> waiting = table.garbage(0, 10).stream().map(Garbage::id).toList();
        table.collected(waiting.subList(0, 2));
        atRest().checkTables();
        violated("table growth: the outbox keeps [Garbage[");
    }

    @Test
    void collectedFragments_areAtRest() {
        commit(Rows.BUCKET, "k");
        commit(Rows.BUCKET, "k");
        table.collected(table.garbage(0, 10).stream().map(Garbage::id).toList());
        atRest().checkTables();
        sound();
    }

    /** Nobody can collect what a lost server held. */
    @Test
    void outboxOfALostServer_waitsForAnOperator() {
        commit(Rows.BUCKET, "k");
        commit(Rows.BUCKET, "k");
        servers.forEach(FlashRole::lose);
        atRest().checkTables();
        sound();
    }

    @Test
    void haltedReconciliation_isNoRest() {
        long fence = table.claim("b0").fence();
        table.halt(fence, S0, 5, 10);
        atRest().checkTables();
        violated("table growth: reconciliation is still halted: [ReconciliationHalt[");
    }

    @Test
    void haltOfALostServer_isIgnored() {
        long fence = table.claim("b0").fence();
        table.halt(fence, S0, 5, 10);
        assertThat(servers.getFirst().lose()).isEmpty();
        atRest().checkTables();
        sound();
    }

    @Test
    void degradedObject_keepsTheRepairQueueBusy() {
        commit(Rows.BUCKET, "k", 2);
        atRest().checkTables();
        violated("table growth: the repair queue keeps ");
    }

    @Test
    void drain_thatNobodyEnded_isNoRest() {
        table.drain(S0);
        atRest().checkTables();
        violated("table growth: the record stays when all is quiet: Evacuation[server=s0, kind=DRAIN");
    }

    @Test
    void cancelledDrain_leavesNothing() {
        table.drain(S0);
        table.cancelDrain(S0);
        atRest().checkTables();
        sound();
    }

    @Test
    void recordOfALostServer_staysUntilItIsForgotten() {
        table.drain(S0);
        assertThat(servers.getFirst().lose()).isEmpty();
        atRest().checkTables();
        sound();
    }

    /** An expired object may stay for two turns of the task after its day. */
    @Test
    void expiredObject_mustHaveGone_twoTurnsAfterItsDay() {
        commit(ClientRole.BUCKET, "k1");
        pass(AgingRules.DAY.plus(TURN.multipliedBy(2)));
        atRest().checkLifecycle();
        sound();
        pass(Duration.ofMillis(1));
        atRest().checkLifecycle();
        violated("lifecycle: still there: ObjectVersion[object=" + ClientRole.BUCKET + "/k1");
    }

    @Test
    void objectThatNoRuleIsAbout_mayStay() {
        commit(ClientRole.BUCKET, "k2");
        commit(VersionsUser.BUCKET, "v0");
        commit(VersionsUser.BUCKET, "v0");
        pass(Duration.ofHours(1));
        atRest().checkLifecycle();
        sound();
    }

    /** What counts is since when it has not been the latest. */
    @Test
    void noncurrentVersion_mustHaveGone_twoTurnsAfterItsDayAsOne() {
        commit(VersionsUser.BUCKET, "a0");
        pass(AgingRules.DAY);
        commit(VersionsUser.BUCKET, "a0");
        pass(AgingRules.DAY);
        commit(VersionsUser.BUCKET, "a0");
        pass(TURN.multipliedBy(2));
        atRest().checkLifecycle();
        sound();
        pass(Duration.ofMillis(1));
        atRest().checkLifecycle();
        violated("lifecycle: still there: ");
    }

    private void mark() {
        VersionId marker = table.versions()
                .delete(new ObjectId(VersionsUser.BUCKET, "a0"), null, Condition.NONE)
                .version();
        assertThat(marker).isNotNull();
    }

    /** It goes once nothing is below it; that may take another turn. */
    @Test
    void deleteMarkerAlone_mustHaveGone_threeTurnsAfterItsDay() {
        mark();
        pass(AgingRules.DAY.plus(TURN.multipliedBy(3)));
        atRest().checkLifecycle();
        sound();
        pass(Duration.ofMillis(1));
        atRest().checkLifecycle();
        violated("lifecycle: still there: ");
    }

    @Test
    void deleteMarker_withAVersionBelow_mayStay_butTheVersionMayNot() {
        commit(VersionsUser.BUCKET, "a0");
        mark();
        pass(AgingRules.DAY.plus(TURN.multipliedBy(2)));
        atRest().checkLifecycle();
        sound();
        pass(Duration.ofMillis(1));
        atRest().checkLifecycle();
        assertThat(world.violation()).contains("noncurrentMillis").doesNotContain("row=null");
    }

    @Test
    void openUpload_mustHaveBeenAborted_twoTurnsAfterItWasAbandoned() {
        table.uploads().begin(new NewUpload(new ObjectId(ClientRole.BUCKET, "k2"), ids.next(), "", null, "", Map.of()));
        pass(AgingRules.ABANDONED.plus(TURN.multipliedBy(2)));
        atRest().checkLifecycle();
        sound();
        pass(Duration.ofMillis(1));
        atRest().checkLifecycle();
        violated("lifecycle: still open: Upload[");
    }

    private static ObjectMapping row(RedundancyScheme scheme, String... on) {
        WriteId write = new WriteId(1, 2);
        ObjectContent content = new ObjectContent(write, 65_536, 65_536, 0, "", Map.of()); // no shard is padding
        return Rows.row(new ObjectId(Rows.BUCKET, "k"), write, content, Rows.on(scheme, on));
    }

    private void place(String zones, String nodes) {
        servers.clear();
        String[] zone = zones.split(",", -1);
        String[] node = nodes.split(",", -1);
        for (int i = 0; i < zone.length; i++) {
            server("s" + i, zone[i], node[i]);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'a,a,a,b,b,b', 's0,s1,s3', ''",
        "'a,a,a,b,b,b', 's0,s1,s2', 'zone'",
        "'a,a,a,b,b,b', 's3,s4,s5', 'zone'",
        "'a,a,b,b,c,c', 's0,s2,s4', ''",
        "',,,,,',       's0,s1,s2', ''",
    })
    void copies_surviveTheLossOfAZone(String zones, String on, String level) {
        place(zones, ",,,,,");
        atRest().checkPlacement(List.of(row(RedundancyScheme.REP_3, on.split(","))));
        if (level.isEmpty()) {
            sound();
        } else {
            violated("placement at rest: the loss of one " + level + " takes others/k, REP(3) on ["
                    + on.replace(",", ", "));
        }
    }

    /** Machines of different zones may have the same name. */
    @ParameterizedTest
    @CsvSource({
        "'a,a,a,a', 'n0,n0,n0,n1', 's0,s1,s2', 'node'",
        "'a,a,a,a', 'n0,n0,n0,n1', 's0,s1,s3', ''",
        "'a,a,a,b', 'n0,n0,n0,n0', 's0,s1,s3', ''",
        "'a,a,a,a', ',,,',         's0,s1,s2', ''",
    })
    void copies_surviveTheLossOfAMachine(String zones, String nodes, String on, String level) {
        place(zones, nodes);
        atRest().checkPlacement(List.of(row(RedundancyScheme.REP_3, on.split(","))));
        assertThat(world.violation())
                .startsWith(level.isEmpty() ? "" : "placement at rest: the loss of one " + level)
                .satisfies(text -> assertThat(text.isEmpty()).isEqualTo(level.isEmpty()));
    }

    /** Two shards of six may be lost, three may not; where a zone must hold three, nobody can do better. */
    @ParameterizedTest
    @CsvSource({
        "'a,a,b,b,c,c,c', 's0,s1,s2,s3,s4,s5', true",
        "'a,a,a,b,b,c,c', 's0,s1,s2,s3,s4,s5', false",
        "'a,a,a,b,b,c,c', 's0,s1,s3,s4,s5,s6', true",
        "'a,a,a,b,b,b',   's0,s1,s2,s3,s4,s5', true",
        "'a,a,a,a,a,b',   's0,s1,s2,s3,s4,s5', true",
    })
    void shards_surviveTheLossOfAZone_ifTheZonesAreEnough(String zones, String on, boolean isSound) {
        place(zones, ",".repeat(zones.split(",").length - 1));
        atRest().checkPlacement(List.of(row(RedundancyScheme.EC_4_2, on.split(","))));
        assertThat(world.isViolated()).isEqualTo(!isSound);
    }

    /** Padding is stored nowhere: of a short object one shard and two parities are there, and one of them is enough. */
    @Test
    void padding_isNotLostWithAZone() {
        place("a,b,b,b,a,c,c", ",,,,,,");
        ObjectMapping padded = Rows.row(
                "k", new WriteId(1, 2), 1, Rows.on(RedundancyScheme.EC_4_2, "s0", "s1", "s2", "s3", "s4", "s5"));
        atRest().checkPlacement(List.of(padded));
        sound();
    }

    /** Where but one zone is left, every object is in it. */
    @Test
    void lostServers_areNoPlace() {
        place("a,a,a,b", ",,,");
        ObjectMapping row = row(RedundancyScheme.REP_3, "s0", "s1", "s2");
        assertThat(servers.getLast().lose()).isEmpty();
        atRest().checkPlacement(List.of(row));
        sound();
        place("a,a,a,b", ",,,");
        atRest().checkPlacement(List.of(row));
        violated("placement at rest: the loss of one zone takes others/k");
    }
}
