package io.chameleon.lab.simulation.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionTable;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation;
import io.chameleon.lab.simulation.history.History;
import io.chameleon.lab.simulation.history.Operation;
import io.chameleon.lab.simulation.history.VersionHistory;
import io.chameleon.lab.simulation.role.AgingRules;
import io.chameleon.lab.simulation.role.ClientRole;
import io.chameleon.lab.simulation.role.ClusterShape;
import io.chameleon.lab.simulation.role.FlashRig;
import io.chameleon.lab.simulation.role.Tally;
import io.chameleon.lab.simulation.role.VersionsUser;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.testkit.table.InMemoryMappingTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Removals of the lifecycle: each is due by the right clock, and what it does is written into the key's history. */
class VersionWatchTest {
    private static final ObjectId PLAIN = new ObjectId(ClientRole.BUCKET, "k1");
    private static final ObjectId KEPT = new ObjectId(VersionsUser.BUCKET, "a0");
    private static final Duration ALMOST_A_DAY = AgingRules.DAY.minusMillis(1);

    private final World world = new World(1);
    private final HostClock host = new HostClock(world);
    private final InstantSource clock = () -> Instant.ofEpochMilli(host.millis());
    private final WriteIds ids = new WriteIds(clock, new SplittableRandom(1));
    private final InMemoryMappingTable table = new InMemoryMappingTable(clock, ClusterShape.GRACE);
    private final Tally tally = new Tally();
    private final Invariants invariants = new Invariants(world, List::of, _ -> null, Map.of());
    private final History history = new History();
    private final VersionHistory versions = new VersionHistory(VersionsUser.KEYS);
    private final AtomicLong lastNumber = new AtomicLong(100);
    private final VersionTable watched =
            new VersionWatch(world, tally, invariants, history, versions, lastNumber).around(table.versions());

    @BeforeEach
    void buckets() {
        List.of(ClientRole.BUCKET, VersionsUser.BUCKET)
                .forEach(bucket -> table.buckets().create(bucket, ""));
        table.buckets().configure(VersionsUser.BUCKET, Map.of(Versioning.SETTING, Versioning.ENABLED.text()));
    }

    private void pass(Duration time) {
        world.runUntil(world.time().now() + time.toNanos());
    }

    /** Writes a version with a number, as clients do. */
    private ObjectVersion put(ObjectId object, long number) {
        WriteId write = ids.next();
        ObjectContent content =
                new ObjectContent(write, 3_000, FlashRig.BYTES, 0, "", Map.of("number", Long.toString(number)));
        table.commit(List.of(new Commit(object, content, Rows.copies(), List.of(), Condition.NONE)));
        return find(object, null);
    }

    private ObjectVersion find(ObjectId object, @Nullable VersionId version) {
        return Objects.requireNonNull(table.versions().find(object, version));
    }

    private static Condition current(ObjectVersion version) {
        return new Condition.IfMatch(
                Objects.requireNonNull(version.row()).content().contentId());
    }

    /** As the lifecycle removes the object itself. */
    private void expire(ObjectId object) {
        Deletion deletion = watched.delete(object, null, current(find(object, null)));
        assertThat(deletion.result()).isEqualTo(DeleteResult.DELETED);
    }

    /** As the lifecycle removes a version that others cover. */
    private void removeCovered(ObjectId object, VersionId version) {
        long since = find(object, version).noncurrentMillis();
        Deletion deletion = watched.delete(object, version, new Condition.IfCovered(since));
        assertThat(deletion.result()).isEqualTo(DeleteResult.DELETED);
    }

    private void sound() {
        assertThat(world.violation()).isEmpty();
    }

    private void violated(String text) {
        assertThat(world.violation()).startsWith("lifecycle: ").contains(text);
    }

    @Test
    void objectThatIsADayOld_mayExpire() {
        put(PLAIN, 1);
        pass(AgingRules.DAY);
        expire(PLAIN);
        sound();
        assertThat(tally.counts()).containsEntry("lifecycle DELETED", 1L);
        assertThat(invariants.checks()).isOne();
    }

    @Test
    void objectThatIsYounger_mayNot() {
        put(PLAIN, 1);
        pass(ALMOST_A_DAY);
        expire(PLAIN);
        violated("the object of " + PLAIN + " is removed before its time: modified 299999 ms ago, replaced not");
    }

    /** By the right clock: what the balancer's host believes does not count. */
    @Test
    void objectThatWasWrittenAgain_isAsOldAsItsLastVersion() {
        put(PLAIN, 1);
        pass(AgingRules.DAY);
        put(PLAIN, 2);
        pass(Duration.ofSeconds(1));
        expire(PLAIN);
        violated("modified 1000 ms ago");
    }

    @Test
    void objectThatNoRuleIsAbout_mayNotExpire() {
        ObjectId other = new ObjectId(ClientRole.BUCKET, "k2");
        put(other, 1);
        pass(AgingRules.DAY.multipliedBy(10));
        expire(other);
        violated("the object of " + other);
    }

    @Test
    void versionThatWasReplacedADayAgo_mayGo_howeverOldItIs() {
        ObjectVersion first = put(KEPT, 1);
        pass(AgingRules.DAY.multipliedBy(10));
        put(KEPT, 2);
        pass(ALMOST_A_DAY);
        removeCovered(KEPT, first.id());
        violated("version " + first.id() + " of " + KEPT + " is removed before its time");
    }

    @Test
    void versionThatWasReplacedEarlier_mayGo() {
        ObjectVersion first = put(KEPT, 1);
        put(KEPT, 2);
        pass(AgingRules.DAY);
        removeCovered(KEPT, first.id());
        sound();
    }

    /** Expiry adds a marker on top of it; nothing of a bucket that keeps versions is removed while it is current. */
    @Test
    void currentVersion_isNeverRemoved() {
        ObjectVersion first = put(KEPT, 1);
        pass(AgingRules.DAY.multipliedBy(10));
        assertThat(watched.delete(KEPT, first.id(), current(first)).result()).isEqualTo(DeleteResult.DELETED);
        violated("is removed though it is current");
    }

    /** A marker below which nothing is left hides nothing: it may go at any time. */
    @Test
    void deleteMarkerAlone_mayGoAtOnce() {
        VersionId marker = Objects.requireNonNull(
                table.versions().delete(KEPT, null, Condition.NONE).version());
        assertThat(watched.delete(KEPT, marker, Condition.IF_ABSENT).result()).isEqualTo(DeleteResult.DELETED);
        sound();
    }

    /** While a version is on top of it, it is one of the versions that are not current. */
    @Test
    void deleteMarkerThatIsCovered_mayGoAfterADay() {
        VersionId marker = Objects.requireNonNull(
                table.versions().delete(KEPT, null, Condition.NONE).version());
        put(KEPT, 1);
        pass(ALMOST_A_DAY);
        removeCovered(KEPT, marker);
        violated("version " + marker + " of " + KEPT + " is removed before its time");
    }

    /** Its maker got no answer, so nobody knows its number. */
    @Test
    void removalOfAMarkerThatNobodyKnows_isThatOfSomeMarker() {
        long now = world.time().now();
        versions.add(
                KEPT.key(),
                new VersionOperation(VersionOperation.Kind.MARK, 9, 0, List.of(), Outcome.UNKNOWN, now, now + 1));
        VersionId marker = Objects.requireNonNull(
                table.versions().delete(KEPT, null, Condition.NONE).version());
        pass(Duration.ofSeconds(1));
        assertThat(watched.delete(KEPT, marker, Condition.IF_ABSENT).result()).isEqualTo(DeleteResult.DELETED);
        pass(Duration.ofSeconds(1));
        operation(VersionOperation.Kind.LIST, 0);
        assertThat(versions.violation()).isEmpty();
    }

    /** Clients set no condition. They may delete what they like. */
    @Test
    void clientsDelete_isNoLifecycle() {
        ObjectVersion first = put(KEPT, 1);
        assertThat(watched.delete(KEPT, first.id(), Condition.NONE).result()).isEqualTo(DeleteResult.DELETED);
        sound();
        assertThat(tally.counts()).isEmpty();
        assertThat(versions.operations()).isZero();
        assertThat(invariants.checks()).isOne();
    }

    @Test
    void refusedRemoval_isCountedAndNothingElse() {
        ObjectVersion first = put(PLAIN, 1);
        put(PLAIN, 2);
        assertThat(watched.delete(PLAIN, null, current(first)).result()).isEqualTo(DeleteResult.PRECONDITION_FAILED);
        sound();
        assertThat(tally.counts()).containsExactly(Map.entry("lifecycle PRECONDITION_FAILED", 1L));
        assertThat(history.operations()).isZero();
    }

    private void read(long value) {
        long now = world.time().now();
        history.add(PLAIN.key(), new Operation(Operation.Kind.READ, value, 0, Outcome.DONE, now, now));
    }

    /** Otherwise the next read, which finds nothing, would be taken for a loss. */
    @Test
    void expiryOfAnObject_isADeleteInItsHistory() {
        put(PLAIN, 1);
        history.add(PLAIN.key(), new Operation(Operation.Kind.WRITE, 1, 0, Outcome.DONE, 0, 1));
        pass(AgingRules.DAY);
        expire(PLAIN);
        pass(Duration.ofSeconds(1));
        read(0);
        assertThat(history.violation()).isEmpty();
        read(1);
        assertThat(history.violation()).isPresent();
    }

    private void operation(VersionOperation.Kind kind, long number, VersionOperation.Seen... listed) {
        long now = world.time().now();
        versions.add(KEPT.key(), new VersionOperation(kind, number, 0, List.of(listed), Outcome.DONE, now, now));
    }

    @Test
    void expiryWhereVersionsAreKept_isAMarkerOfTheLifecyclesOwn() {
        put(KEPT, 7);
        operation(VersionOperation.Kind.PUT, 7);
        pass(AgingRules.DAY);
        expire(KEPT);
        pass(Duration.ofSeconds(1));
        assertThat(versions.marker(find(KEPT, null).id())).isEqualTo(101);
        assertThat(lastNumber).hasValue(101);
        operation(
                VersionOperation.Kind.LIST,
                0,
                new VersionOperation.Seen(101, true, false),
                new VersionOperation.Seen(7, false, false));
        assertThat(versions.violation()).isEmpty();
    }

    @Test
    void removalOfAVersion_isOneInItsHistory() {
        ObjectVersion first = put(KEPT, 7);
        operation(VersionOperation.Kind.PUT, 7);
        pass(Duration.ofSeconds(1));
        put(KEPT, 8);
        operation(VersionOperation.Kind.PUT, 8);
        pass(AgingRules.DAY);
        removeCovered(KEPT, first.id());
        pass(Duration.ofSeconds(1));
        operation(VersionOperation.Kind.LIST, 0, new VersionOperation.Seen(8, false, false));
        assertThat(versions.violation()).isEmpty();
    }

    @Test
    void otherCalls_reachTheTable() {
        ObjectVersion first = put(KEPT, 7);
        assertThat(watched.find(KEPT, first.id())).isEqualTo(first);
    }
}
