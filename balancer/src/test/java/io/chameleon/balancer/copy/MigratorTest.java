package io.chameleon.balancer.copy;

import static io.chameleon.balancer.TestCluster.GRACE;
import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.ec;
import static io.chameleon.balancer.TestCluster.object;
import static io.chameleon.balancer.TestCluster.rep;
import static io.chameleon.balancer.TestCluster.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.chameleon.balancer.Interception;
import io.chameleon.balancer.TestCluster;
import io.chameleon.balancer.garbage.Brake;
import io.chameleon.balancer.garbage.Reaper;
import io.chameleon.balancer.garbage.Reconciler;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.policy.BulkMigration;
import io.chameleon.testkit.fake.StoredFragment;
import io.chameleon.transport.protocol.MessageType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigratorTest {
    private static final Placement SIX = ec(0, 1, 2, 3, 4, 5);
    private static final Placement THREE = rep(0, 1, 2);

    @AutoClose
    private final TestCluster cluster = new TestCluster(14);

    private final long fence = cluster.table.claim("only").fence();
    private final Migrator migrator = migrator(cluster.table);

    private Migrator migrator(RemapTable table) {
        return new Migrator(table, cluster.flash(), new StripeCodec(), cluster.writeIds(), new ReentrantLock(), 0.05);
    }

    private int migrate(ObjectMapping... rows) {
        return migrator.migrate(fence, planned(rows), 1).getOrDefault(BulkOutcome.MOVED, 0);
    }

    private static List<BulkMigration> planned(ObjectMapping... rows) {
        return Arrays.stream(rows)
                .map(row -> new BulkMigration(row.id(), row.version(), row.destination()))
                .toList();
    }

    private ObjectMapping waiting(String key, Placement live, byte[] content, RedundancyEvent event, Placement next) {
        cluster.write(object(key), live, content);
        return cluster.remap(fence, object(key), event, next);
    }

    private List<ServerId> garbageOf(WriteId writeId) {
        return cluster.table.garbage(0, Integer.MAX_VALUE).stream()
                .filter(row -> row.writeId().equals(writeId))
                .map(Garbage::server)
                .toList();
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 1, 4_097, 16_383, 16_384, 16_385, 73_000})
    void swappedObject_movesByteForByte_underItsOwnName_andOnlyWhatMovedIsGarbage(int size) {
        byte[] content = bytes(size, size);
        ObjectMapping waiting = waiting("cat", SIX, content, RedundancyEvent.SWAP, ec(0, 1, 9, 3, 4, 10));

        assertThat(migrate(waiting)).isEqualTo(1);
        ObjectMapping moved = cluster.row(object("cat"));
        assertThat(moved.state()).isEqualTo(RedundancyState.EC);
        assertThat(moved.writeId()).isEqualTo(waiting.writeId());
        assertThat(moved.destination()).isEqualTo(waiting.destination());
        cluster.assertComplete(object("cat"), content);
        assertThat(garbageOf(waiting.writeId())).containsExactly(server(2), server(5));
        assertThat(cluster.at(0).received(MessageType.GET_FRAGMENT))
                .as("what stays is not even read")
                .isZero();

        new Reaper(
                        cluster.table,
                        cluster.flash(),
                        Duration.ZERO,
                        Duration.ofHours(1),
                        cluster.clock,
                        TestCluster.MOST_PER_PAGE)
                .reap();
        assertThat(cluster.at(2).holds(waiting.writeId())).isFalse();
        cluster.assertComplete(object("cat"), content);
    }

    /** One object fits up to the bound, a second would pass it. */
    @Test
    void destinationsWithoutRoom_areNotFilled_whateverThePlanSays() {
        cluster.at(9).fill(0.95 - 1.0 / 10_000);
        byte[] content = bytes(15_900, 1);
        ObjectMapping first = waiting("cat", SIX, content, RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        ObjectMapping second = waiting("dog", SIX, content, RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));

        assertThat(migrator.migrate(fence, planned(first, second), 1))
                .containsExactly(entry(BulkOutcome.MOVED, 1), entry(BulkOutcome.NO_ROOM, 1));
        assertThat(cluster.at(9).fragments()).hasSize(1);
        assertThat(cluster.row(object("dog"))).isEqualTo(second);
        cluster.assertComplete(object("dog"), content);
    }

    @Test
    void objectThatMovesBack_toAServerThatMayBeCollectingItsName_getsAnother() {
        byte[] content = bytes(48_000, 1);
        migrate(waiting("cat", SIX, content, RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9)));
        WriteId first = cluster.row(object("cat")).writeId();
        ObjectMapping back = cluster.remap(fence, object("cat"), RedundancyEvent.SWAP, SIX);

        assertThat(migrate(back)).as("server 5 has to collect it still").isEqualTo(1);

        ObjectMapping moved = cluster.row(object("cat"));
        assertThat(moved.live()).isEqualTo(SIX);
        assertThat(moved.writeId()).isNotEqualTo(first);
        new Reaper(
                        cluster.table,
                        cluster.flash(),
                        Duration.ZERO,
                        Duration.ofHours(1),
                        cluster.clock,
                        TestCluster.MOST_PER_PAGE)
                .reap();
        assertThat(cluster.at(5).holds(first)).isFalse();
        cluster.assertComplete(object("cat"), content);
    }

    /** The table refuses it under any name, so a copy would wear its servers in each epoch for nothing. */
    @Test
    void nothingIsCopied_toAServerWhoseDeviceWasReplacedLately_untilItTakesWhatIsNew() {
        byte[] content = bytes(48_000, 1);
        migrate(waiting("dog", SIX, content, RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9)));
        cluster.replaceDevice(9);
        ObjectMapping swapped = waiting("cat", SIX, content, RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        ObjectMapping coded = waiting("eel", rep(0, 1, 2), content, RedundancyEvent.DOWNGRADE, ec(0, 1, 2, 3, 4, 9));

        assertThat(migrator.migrate(fence, planned(swapped, coded), 1)).containsExactly(entry(BulkOutcome.BARRED, 2));
        assertThat(cluster.at(9).received(MessageType.PUT_FRAGMENT))
                .as("those of dog")
                .isEqualTo(3);
        assertThat(cluster.row(object("cat"))).isEqualTo(swapped);
        assertThat(cluster.row(object("eel"))).isEqualTo(coded);

        cluster.clock.advance(Evacuation.UNDER_WAY);
        assertThat(migrate(swapped, coded)).isEqualTo(2);
        cluster.assertComplete(object("cat"), content);
        cluster.assertComplete(object("eel"), content);
    }

    @Test
    void copies_areMarkedColdForTheDevice() {
        migrate(waiting("cat", SIX, bytes(15_100, 1), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9)));
        assertThat(cluster.at(9).fragments().values())
                .extracting(StoredFragment::hint)
                .containsOnly(WriteHint.COLD);
    }

    @Test
    void replicatedObject_movesByteForByte() {
        byte[] content = bytes(48_000, 1);
        assertThat(migrate(waiting("cat", THREE, content, RedundancyEvent.SWAP, rep(0, 9, 2))))
                .isEqualTo(1);
        assertThat(cluster.row(object("cat")).state()).isEqualTo(RedundancyState.REP);
        cluster.assertComplete(object("cat"), content);
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {0, 1, 3, 4_097, 16_383, 16_385, 73_000})
    void downgradedObject_isCodedAnew_alsoOntoServersThatHoldItsReplicas(int size) {
        byte[] content = bytes(size, size);
        ObjectMapping waiting = waiting("cat", THREE, content, RedundancyEvent.DOWNGRADE, ec(2, 7, 8, 9, 10, 0));

        assertThat(migrate(waiting)).isEqualTo(1);
        ObjectMapping moved = cluster.row(object("cat"));
        assertThat(moved.state()).isEqualTo(RedundancyState.EC);
        assertThat(moved.writeId()).isNotEqualTo(waiting.writeId());
        assertThat(moved.content()).as("also its entity tag").isEqualTo(waiting.content());
        cluster.assertComplete(object("cat"), content);
        assertThat(garbageOf(waiting.writeId())).containsExactlyElementsOf(THREE.servers());

        new Reaper(
                        cluster.table,
                        cluster.flash(),
                        Duration.ZERO,
                        Duration.ofHours(1),
                        cluster.clock,
                        TestCluster.MOST_PER_PAGE)
                .reap();
        assertThat(cluster.fragmentsOf(waiting.writeId())).isZero();
        cluster.assertComplete(object("cat"), content);
    }

    /** Its row has a component's name, which a rebuild of a lost database could tell nothing from. */
    @Test
    void formerVersion_isNamedByItsObject_whereverItMoves() {
        byte[] content = bytes(9_000, 1);
        cluster.write(object("dog"), SIX, content);
        String bucket = object("cat").bucket();
        assertThat(cluster.table.buckets().configure(bucket, Map.of(Versioning.SETTING, Versioning.ENABLED.text())))
                .isNotNull();
        ObjectMapping first = cluster.write(object("cat"), THREE, content);
        cluster.write(object("cat"), THREE, content);
        ObjectId kept = Components.id(bucket, first.writeId());

        ObjectMapping waiting = cluster.remap(fence, kept, RedundancyEvent.DOWNGRADE, ec(2, 7, 8, 9, 10, 0));
        assertThat(migrate(waiting)).isEqualTo(1);
        cluster.assertComplete(kept, content);
        ObjectMapping moved = cluster.row(kept);
        assertThat(cluster.at(2).manifests())
                .containsEntry(moved.writeId(), new Manifest(object("cat"), first.content(), SIX.scheme(), true));
    }

    @Test
    void objectWhoseServersOnlyChangePlaces_getsANewName_sinceAServerHoldsOneFragmentOfAWrite() {
        byte[] content = bytes(48_000, 1);
        ObjectMapping waiting = waiting("cat", SIX, content, RedundancyEvent.SWAP, ec(1, 0, 2, 3, 4, 9));
        assertThat(migrate(waiting)).isEqualTo(1);
        assertThat(cluster.row(object("cat")).writeId()).isNotEqualTo(waiting.writeId());
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void writeBetweenCopyAndFlip_wins_andTheCopyIsLeftToReconciliation() {
        byte[] newer = bytes(15_700, 2);
        ObjectMapping waiting =
                waiting("cat", THREE, bytes(15_500, 1), RedundancyEvent.DOWNGRADE, ec(6, 7, 8, 9, 10, 11));
        cluster.at(11).beforeNext(MessageType.PUT_FRAGMENT, () -> cluster.write(object("cat"), THREE, newer));

        assertThat(migrate(waiting)).isZero();
        assertThat(cluster.row(object("cat")).live()).isEqualTo(THREE);
        cluster.assertComplete(object("cat"), newer);
        assertThat(cluster.at(6).fragments()).as("the copy").hasSize(1);

        cluster.clock.advance(GRACE.plusMillis(1));
        new Reconciler(
                        cluster.table,
                        cluster.flash(),
                        cluster.clock,
                        GRACE,
                        new ReentrantLock(),
                        Brake.STANDARD,
                        TestCluster.MOST_PER_PAGE)
                .reconcile(fence);
        new Reaper(
                        cluster.table,
                        cluster.flash(),
                        Duration.ZERO,
                        Duration.ofHours(1),
                        cluster.clock,
                        TestCluster.MOST_PER_PAGE)
                .reap();
        assertThat(cluster.at(6).fragments()).isEmpty();
        cluster.assertComplete(object("cat"), newer);
    }

    @Test
    void rowThatMovedOnAfterThePlan_isNotCopied() {
        ObjectMapping waiting = waiting("cat", SIX, bytes(15_500, 1), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        cluster.remap(fence, object("cat"), RedundancyEvent.CANCEL, null);
        assertThat(migrate(waiting)).isZero();
        cluster.remap(fence, object("cat"), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        assertThat(migrate(waiting)).as("the same intent, but decided anew").isZero();
        assertThat(cluster.at(9).fragments()).isEmpty();
    }

    /** The write that made the remap stale made the version the migration waits for. */
    @Test
    void migrationWhoseRemapWasStale_isNotCopied() {
        byte[] newer = bytes(15_700, 2);
        ObjectMapping written = cluster.write(object("cat"), SIX, bytes(15_500, 1));
        Placement planned = ec(0, 1, 2, 3, 4, 9);
        BulkMigration migration = new BulkMigration(object("cat"), written.version() + 1, planned);
        ObjectMapping rewritten = cluster.write(object("cat"), SIX, newer);
        assertThat(rewritten.version()).isEqualTo(migration.version());
        assertThat(migrator.migrate(fence, List.of(migration), 1)).containsExactly(entry(BulkOutcome.OVERTAKEN, 1));

        ObjectMapping elsewhere = cluster.remap(fence, object("cat"), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 10));
        BulkMigration outdated = new BulkMigration(object("cat"), elsewhere.version(), planned);
        assertThat(migrator.migrate(fence, List.of(outdated), 1)).containsExactly(entry(BulkOutcome.OVERTAKEN, 1));
        assertThat(cluster.row(object("cat"))).isEqualTo(elsewhere);
        assertThat(cluster.at(9).fragments()).isEmpty();
        assertThat(cluster.at(10).fragments()).isEmpty();
    }

    @Test
    void degradedObject_isLeftToRepair() {
        cluster.write(object("cat"), SIX, bytes(15_500, 1));
        ObjectMapping row = cluster.row(object("cat"));
        cluster.table.reportDamage(new Damage(row.id(), row.writeId(), List.of(2)));
        ObjectMapping waiting = cluster.remap(fence, object("cat"), RedundancyEvent.SWAP, ec(0, 1, 9, 3, 4, 5));
        assertThat(migrate(waiting)).isZero();
        assertThat(cluster.row(object("cat"))).isEqualTo(waiting);
        assertThat(cluster.at(9).fragments()).isEmpty();
    }

    @Test
    void fullDestination_failsItsMigrationsOnly_andWhatWasCodedForThemIsDeletedAtOnce() {
        cluster.at(9).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        ObjectMapping[] toFull = {
            waiting("a", THREE, bytes(15_500, 1), RedundancyEvent.DOWNGRADE, ec(6, 7, 8, 9, 10, 11)),
            waiting("b", THREE, bytes(15_500, 2), RedundancyEvent.DOWNGRADE, ec(6, 7, 8, 9, 10, 11)),
        };
        ObjectMapping elsewhere = waiting("c", SIX, bytes(15_500, 3), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 10));

        assertThat(migrate(toFull[0], toFull[1], elsewhere)).isEqualTo(1);
        assertThat(cluster.row(object("a"))).isEqualTo(toFull[0]);
        assertThat(cluster.row(object("b"))).isEqualTo(toFull[1]);
        cluster.assertComplete(object("a"), bytes(15_500, 1));
        cluster.assertComplete(object("c"), bytes(15_500, 3));
        assertThat(cluster.at(6).fragments()).isEmpty();
        assertThat(cluster.at(9).received(MessageType.PUT_FRAGMENT))
                .as("a full server is asked once")
                .isEqualTo(1);
        assertThat(cluster.table.garbage(0, 100)).extracting(Garbage::server).containsExactly(server(5));
    }

    /** Another leader may have copied the same fragments and made them live. */
    @Test
    void copyThatFailsHalfway_leavesFragmentsUnderTheirOwnNameAlone() {
        cluster.at(10).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        ObjectMapping waiting = waiting("cat", SIX, bytes(15_500, 1), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 9, 10));
        assertThat(migrate(waiting)).isZero();
        assertThat(cluster.at(9).holds(waiting.writeId())).isTrue();
        cluster.assertComplete(object("cat"), bytes(15_500, 1));
    }

    @Test
    void serversThatAreAwayOrDraining_keepTheirObjectsWhereTheyAre() {
        ObjectMapping fromAway = waiting("a", SIX, bytes(15_500, 1), RedundancyEvent.SWAP, ec(10, 1, 2, 3, 4, 5));
        ObjectMapping toDown = waiting("b", SIX, bytes(15_500, 2), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 11));
        ObjectMapping toDraining = waiting("c", SIX, bytes(15_500, 3), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 12));
        ObjectMapping fromDraining = waiting("d", SIX, bytes(15_500, 4), RedundancyEvent.SWAP, ec(0, 13, 2, 3, 4, 5));
        cluster.stop(0);
        cluster.at(11).status(ServerInfo.Status.DOWN);
        cluster.at(12).status(ServerInfo.Status.DRAINING);
        cluster.at(1).status(ServerInfo.Status.DRAINING);

        assertThat(migrate(fromAway, toDown, toDraining, fromDraining)).isEqualTo(1);
        assertThat(cluster.row(object("a"))).isEqualTo(fromAway);
        assertThat(cluster.row(object("b"))).isEqualTo(toDown);
        assertThat(cluster.row(object("c"))).isEqualTo(toDraining);
        assertThat(cluster.row(object("d")).state()).isEqualTo(RedundancyState.EC);
        assertThat(cluster.metadata.damage()).as("away is not damaged").isEmpty();
    }

    @Test
    void damagedOrMissingFragment_stopsTheMove_andIsReportedForRepair() {
        ObjectMapping corrupt = waiting("a", SIX, bytes(15_500, 1), RedundancyEvent.SWAP, ec(9, 1, 2, 3, 4, 5));
        cluster.at(0).corruptAll();
        assertThat(migrate(corrupt)).isZero();
        ObjectMapping missing = waiting("b", SIX, bytes(15_500, 2), RedundancyEvent.SWAP, ec(0, 9, 2, 3, 4, 5));
        cluster.at(1).loseAll();
        assertThat(migrate(missing)).isZero();

        assertThat(cluster.metadata.damage())
                .containsExactly(
                        new Damage(object("a"), corrupt.writeId(), List.of(0)),
                        new Damage(object("b"), missing.writeId(), List.of(1)));
        assertThat(cluster.row(object("a")).degraded()).isTrue();
        assertThat(cluster.at(9).fragments()).isEmpty();
    }

    @Test
    void damagedReplica_isReadAround() {
        byte[] content = bytes(15_500, 1);
        ObjectMapping waiting = waiting("cat", THREE, content, RedundancyEvent.DOWNGRADE, ec(6, 7, 8, 9, 10, 11));
        cluster.at(0).corruptAll();
        cluster.at(1).loseAll();
        assertThat(migrate(waiting)).isEqualTo(1);
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void fragmentsThatAreNotWhatWasWritten_areNeverMadeLive_evenIfTheirOwnChecksumFits() {
        ObjectMapping waiting =
                waiting("cat", THREE, bytes(15_500, 1), RedundancyEvent.DOWNGRADE, ec(6, 7, 8, 9, 10, 11));
        cluster.at(0).forgeAll();
        assertThat(migrate(waiting)).isZero();
        assertThat(cluster.row(object("cat"))).isEqualTo(waiting);
        assertThat(cluster.at(6).fragments()).isEmpty();
    }

    @Test
    void leaderReplacedDuringACopy_isFenced_andTheCopyIsNotLive() {
        ObjectMapping waiting = waiting("cat", SIX, bytes(15_500, 1), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        cluster.at(9).beforeNext(MessageType.PUT_FRAGMENT, () -> cluster.table.claim("second"));
        TestCluster.assertCode(ErrorCode.FENCED, () -> migrate(waiting));
        assertThat(cluster.row(object("cat"))).isEqualTo(waiting);
        cluster.assertComplete(object("cat"), bytes(15_500, 1));
    }

    /** The answer to the flip is lost: the copy may be live, so it must stay. */
    @Test
    void flipWhoseOutcomeIsUnknown_leavesTheCopyAlone() {
        byte[] content = bytes(15_500, 1);
        ObjectMapping waiting = waiting("cat", THREE, content, RedundancyEvent.DOWNGRADE, ec(6, 7, 8, 9, 10, 11));
        RemapTable losing = Interception.of(cluster.table, (method, call) -> {
            Object answer = call.proceed();
            if (method.equals("migrate")) {
                throw new ChameleonError(ErrorCode.UNAVAILABLE, "answer lost");
            }
            return answer;
        });
        assertThat(migrator(losing).migrate(fence, planned(waiting), 1)).containsExactly(entry(BulkOutcome.FAILED, 1));
        assertThat(cluster.row(object("cat")).state()).isEqualTo(RedundancyState.EC);
        cluster.assertComplete(object("cat"), content);
    }

    @Test
    void tableThatDoesNotAnswer_failsWhatIsLeft_insteadOfBeingAskedForEach() {
        ObjectMapping first = waiting("a", SIX, bytes(15_500, 1), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        ObjectMapping second = waiting("b", SIX, bytes(15_500, 2), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 10));
        RemapTable away = Interception.of(cluster.table, (method, call) -> {
            if (method.equals("barredServers")) {
                throw new ChameleonError(ErrorCode.UNAVAILABLE, "no database");
            }
            return call.proceed();
        });
        assertThat(migrator(away).migrate(fence, planned(first, second), 1))
                .containsExactly(entry(BulkOutcome.FAILED, 2));
        assertThat(migrate(first, second)).isEqualTo(2);
    }

    @Test
    void interruptedRound_endsWithoutTakingUpAnotherObject() {
        ObjectMapping first = waiting("a", SIX, bytes(15_500, 1), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 9));
        ObjectMapping second = waiting("b", SIX, bytes(15_500, 2), RedundancyEvent.SWAP, ec(0, 1, 2, 3, 4, 10));
        RemapTable stopping = Interception.of(cluster.table, (method, call) -> {
            Object answer = call.proceed();
            if (method.equals("migrate")) {
                Thread.currentThread().interrupt();
            }
            return answer;
        });
        assertThat(migrator(stopping).migrate(fence, planned(first, second), 1))
                .containsExactly(entry(BulkOutcome.MOVED, 1));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(cluster.row(object("b"))).isEqualTo(second);
    }
}
