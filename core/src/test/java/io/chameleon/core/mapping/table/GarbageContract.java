package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.DOG;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static io.chameleon.core.mapping.table.RemapContract.OTHER_SIX;
import static io.chameleon.core.mapping.table.TableFixture.MILLISECOND;
import static io.chameleon.core.mapping.table.TableFixture.ec;
import static io.chameleon.core.mapping.table.TableFixture.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The outbox, and the live writes. */
public interface GarbageContract {
    /** A table may treat writes as younger than they are, by the time that commits may take to land. */
    Duration LONG_PAST_GRACE = TableFixture.GRACE.multipliedBy(2);

    TableFixture table();

    @Test
    default void garbage_isHandedOutOldestFirst_onceItIsOldEnough() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        ObjectMapping dog = table.put(DOG, THREE);
        table.put(CAT, SIX);
        table.clock.advance(MILLISECOND);
        table.put(DOG, THREE);

        assertThat(table.garbage.garbage(2, 100)).isEmpty();
        assertThat(table.garbage.garbage(1, 100))
                .hasSize(6)
                .allMatch(row -> row.writeId().equals(cat.writeId()));
        List<Garbage> all = table.garbage.garbage(0, 100);
        assertThat(all).extracting(Garbage::id).doesNotHaveDuplicates();
        assertThat(all).hasSize(9).extracting(Garbage::sinceMillis).isSorted();
        assertThat(all).extracting(Garbage::writeId).endsWith(dog.writeId(), dog.writeId(), dog.writeId());
        assertThat(table.garbage.garbage(0, 7)).isEqualTo(all.subList(0, 7));
    }

    @Test
    default void garbageOfOneServer_isHandedOutInTheSameOrder_pastTheRowsOfOthers() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(CAT, SIX);
        table.clock.advance(MILLISECOND);
        table.put(DOG, ec(1, 7, 8, 9, 10, 11));
        table.put(DOG, THREE);

        List<Garbage> ofOne = table.garbage.garbage(server(1), 0, 100);
        assertThat(ofOne)
                .hasSize(2)
                .isEqualTo(table.garbage().stream()
                        .filter(row -> row.server().equals(server(1)))
                        .toList());
        assertThat(table.garbage.garbage(server(1), 0, 1)).isEqualTo(ofOne.subList(0, 1));
        assertThat(table.garbage.garbage(server(1), 1, 100)).isEqualTo(ofOne.subList(0, 1));
        assertThat(table.garbage.garbage(server(11), 0, 100)).hasSize(1);
        assertThat(table.garbage.garbage(server(12), 0, 100)).isEmpty();

        table.garbage.collected(List.of(ofOne.get(0).id()));
        assertThat(table.garbage.garbage(server(1), 0, 100)).isEqualTo(ofOne.subList(1, 2));
    }

    @Test
    default void garbageOfManyServers_isTheOldestOfEach_togetherOldestFirst() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(CAT, SIX);
        table.clock.advance(MILLISECOND);
        table.put(DOG, ec(1, 7, 8, 9, 10, 11));
        table.put(DOG, THREE);

        List<ServerId> asked = List.of(server(1), server(11), server(12));
        List<Garbage> all = table.garbage();
        assertThat(table.garbage.garbage(asked, 0, 100))
                .isEqualTo(
                        all.stream().filter(row -> asked.contains(row.server())).toList())
                .hasSize(3);
        assertThat(table.garbage.garbage(asked, 0, 1))
                .hasSize(2)
                .extracting(Garbage::server)
                .containsExactly(server(1), server(11));
        assertThat(table.garbage.garbage(asked, 1, 100))
                .extracting(Garbage::server)
                .containsExactly(server(1));
        assertThat(table.garbage.garbage(List.<ServerId>of(), 0, 100)).isEmpty();
    }

    @Test
    default void garbage_thatWasCollected_isNotHandedOutAgain() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(CAT, SIX);
        List<Garbage> all = table.garbage();
        List<Long> some = List.of(all.get(0).id(), all.get(3).id());
        table.garbage.collected(some);
        table.garbage.collected(some);
        table.garbage.collected(List.of(-1L, Long.MAX_VALUE));
        table.garbage.collected(List.of());

        assertThat(table.garbage()).containsExactly(all.get(1), all.get(2), all.get(4), all.get(5));
    }

    @Test
    default void garbageOfADownServer_waitsAsLongAsItTakes() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(CAT, SIX);
        List<Garbage> all = table.garbage();
        table.clock.advance(TableFixture.GRACE.multipliedBy(100));
        table.put(DOG, SIX);

        assertThat(table.garbage()).isEqualTo(all);
    }

    @Test
    default void liveWrites_areTheCurrentVersionsOnTheirServers() {
        TableFixture table = table();
        WriteId superseded = table.put(CAT, SIX).writeId();
        WriteId cat = table.put(CAT, SIX).writeId();
        WriteId dog = table.put(DOG, THREE).writeId();
        WriteId unknown = table.newWriteId();
        List<WriteId> all = List.of(superseded, cat, dog, unknown);
        table.clock.advance(LONG_PAST_GRACE);

        assertThat(table.garbage.liveWrites(server(1), all)).containsExactly(cat);
        assertThat(table.garbage.liveWrites(server(7), all)).containsExactly(dog);
        assertThat(table.garbage.liveWrites(server(12), all)).isEmpty();
        assertThat(table.garbage.liveWrites(server(1), List.of(superseded, dog)))
                .isEmpty();
        assertThat(table.garbage.liveWrites(server(1), List.of())).isEmpty();
        assertThat(table.garbage.liveWrites(server(1), List.of(cat, cat))).containsExactly(cat);

        table.mapping.delete(CAT, Condition.NONE);
        assertThat(table.garbage.liveWrites(server(1), all)).isEmpty();
    }

    @Test
    default void writesYoungerThanTheGracePeriod_areLiveEverywhere_sinceTheirCommitMayBeOnItsWay() {
        TableFixture table = table();
        WriteId inFlight = table.newWriteId();
        table.clock.advance(TableFixture.GRACE);
        assertThat(table.garbage.liveWrites(server(1), List.of(inFlight))).containsExactly(inFlight);

        table.clock.advance(LONG_PAST_GRACE);
        assertThat(table.garbage.liveWrites(server(1), List.of(inFlight))).isEmpty();
    }

    @Test
    default void liveWrites_ofAnObjectBetweenRemapAndWrite_areAtTheSource_andWhereAMigrationMayHaveCopiedThem() {
        TableFixture table = table();
        WriteId cat = table.put(CAT, SIX).writeId();
        ObjectMapping waiting = table.remap(CAT, RedundancyEvent.SWAP, ec(1, 2, 3, 4, 5, 12));
        table.clock.advance(LONG_PAST_GRACE);

        assertThat(table.garbage.liveWrites(server(6), List.of(cat))).containsExactly(cat);
        assertThat(table.garbage.liveWrites(server(12), List.of(cat))).containsExactly(cat);
        assertThat(table.garbage.liveWrites(server(11), List.of(cat))).isEmpty();

        table.migrate(waiting, cat);
        assertThat(table.garbage.liveWrites(server(6), List.of(cat))).isEmpty();
        assertThat(table.garbage.liveWrites(server(12), List.of(cat))).containsExactly(cat);
    }

    @Test
    default void liveWrites_afterAMigrationThatCodedAnew_areTheNewOnes() {
        TableFixture table = table();
        WriteId old = table.put(CAT, SIX).writeId();
        ObjectMapping waiting = table.remap(CAT, RedundancyEvent.SWAP, OTHER_SIX);
        WriteId abandoned = table.newWriteId();
        WriteId copy = table.newWriteId();
        table.migrate(waiting, copy);
        table.clock.advance(LONG_PAST_GRACE);

        List<WriteId> all = List.of(old, abandoned, copy);
        assertThat(table.garbage.liveWrites(server(1), all)).isEmpty();
        assertThat(table.garbage.liveWrites(server(7), all)).containsExactly(copy);
    }

    @Test
    default void condemned_areTheWritesThatAreNotLiveThere_andTheyWaitForTheReaper() {
        TableFixture table = table();
        WriteId cat = table.put(CAT, SIX).writeId();
        WriteId orphan = table.newWriteId();
        table.clock.advance(LONG_PAST_GRACE);
        WriteId young = table.newWriteId();
        List<WriteId> all = List.of(cat, orphan, young);

        assertThat(table.garbage.condemn(table.fence(), server(1), all)).containsExactly(orphan);
        assertThat(table.garbage.condemn(table.fence(), server(1), all))
                .as("waits already")
                .isEmpty();
        assertThat(table.garbage.condemn(table.fence(), server(12), all)).containsExactlyInAnyOrder(orphan, cat);
        assertThat(table.garbage.condemn(table.fence(), server(1), List.of())).isEmpty();

        assertThat(table.garbage())
                .extracting(row -> row.writeId() + "@" + row.server())
                .containsExactlyInAnyOrder(orphan + "@" + server(1), orphan + "@" + server(12), cat + "@" + server(12));
    }

    @Test
    default void orphans_areWhatCondemnWouldAnswer_andAskingChangesNothing() {
        TableFixture table = table();
        WriteId cat = table.put(CAT, SIX).writeId();
        WriteId superseded = table.put(DOG, SIX).writeId();
        table.put(DOG, SIX);
        WriteId orphan = table.newWriteId();
        table.clock.advance(LONG_PAST_GRACE);
        List<WriteId> all = List.of(cat, superseded, orphan, table.newWriteId());

        assertThat(table.garbage.orphans(server(1), all))
                .as("superseded waits already")
                .containsExactly(orphan);
        assertThat(table.garbage.orphans(server(12), all)).containsExactlyInAnyOrder(cat, superseded, orphan);
        assertThat(table.garbage.orphans(server(1), List.of())).isEmpty();
        assertThat(table.garbageOf(orphan)).isEmpty();

        assertThat(table.garbage.condemn(table.fence(), server(1), all)).containsExactly(orphan);
        assertThat(table.garbage.orphans(server(1), all)).isEmpty();
        table.collectAll();
        assertThat(table.garbage.orphans(server(1), List.of(orphan)))
                .as("it is there again")
                .containsExactly(orphan);
    }

    @Test
    default void halt_lastsUntilItIsEnded_andIsRenewedWithoutForgettingSinceWhenAndWhatWasConfirmed() {
        TableFixture table = table();
        long since = table.clock.millis();
        assertThat(table.garbage.halts()).isEmpty();
        assertThat(table.garbage.confirmHalt(server(1)))
                .as("nothing to confirm")
                .isFalse();

        table.garbage.halt(table.fence(), server(2), 7, 8);
        table.garbage.halt(table.fence(), server(1), 2_000, 3_000);
        table.clock.advance(TableFixture.MILLISECOND);
        assertThat(table.garbage.confirmHalt(server(1))).isTrue();
        table.garbage.halt(table.fence(), server(1), 2_500, 3_000);

        ReconciliationHalt renewed = new ReconciliationHalt(server(1), since, 2_500, 3_000, 2_000);
        ReconciliationHalt other = new ReconciliationHalt(server(2), since, 7, 8, 0);
        assertThat(table.garbage.halts()).containsExactly(renewed, other);
        table.garbage.endHalt(table.fence(), new ReconciliationHalt(server(1), since, 2_000, 3_000, 2_000));
        assertThat(table.garbage.halts()).as("it has changed since it was read").containsExactly(renewed, other);
        table.garbage.endHalt(table.fence(), renewed);
        assertThat(table.garbage.halts()).containsExactly(other);
    }

    @Test
    default void condemnedFragments_thatComeBackAfterTheReaper_waitForItOnceMore() {
        TableFixture table = table();
        WriteId orphan = table.newWriteId();
        table.clock.advance(LONG_PAST_GRACE);
        table.garbage.condemn(table.fence(), server(1), List.of(orphan));
        table.collectAll();
        assertThat(table.garbage()).isEmpty();

        assertThat(table.garbage.condemn(table.fence(), server(1), List.of(orphan)))
                .containsExactly(orphan);
        assertThat(table.garbageOf(orphan)).containsExactly(server(1));
        table.collectAll();
        assertThat(table.garbage()).isEmpty();
    }

    /** Whatever a leader that was deposed during reconciliation deletes late must not be live by then. */
    @Test
    default void migration_toAServerWhereTheWriteIsCondemned_isRefusedUntilTheRowIsForgotten() {
        TableFixture table = table();
        WriteId cat = table.put(CAT, SIX).writeId();
        table.clock.advance(LONG_PAST_GRACE);
        assertThat(table.remaps.barredServers(cat)).isEmpty();
        table.garbage.condemn(table.fence(), server(12), List.of(cat));
        ObjectMapping waiting = table.remap(CAT, RedundancyEvent.SWAP, ec(1, 2, 3, 4, 5, 12));

        assertThat(table.remaps.barredServers(cat)).containsExactly(server(12));
        assertThat(table.migrate(waiting, cat)).isEqualTo(Remap.Outcome.STALE);
        table.collectAll();
        assertThat(table.migrate(waiting, cat))
                .as("a reaper may still be on its way")
                .isEqualTo(Remap.Outcome.STALE);
        assertThat(table.remaps.barredServers(cat)).containsExactly(server(12));
        assertThat(table.row(CAT)).isEqualTo(waiting);

        table.clock.advance(LONG_PAST_GRACE);
        assertThat(table.remaps.barredServers(cat)).isEmpty();
        assertThat(table.migrate(waiting, cat)).isEqualTo(Remap.Outcome.APPLIED);
        assertThat(table.garbage.condemn(table.fence(), server(12), List.of(cat)))
                .isEmpty();
    }

    @Test
    default void repair_ontoAServerWhereTheWriteIsCondemned_isRefused_andTheTaskSaysWhichServer() {
        TableFixture table = table();
        WriteId cat = table.put(CAT, SIX).writeId();
        table.clock.advance(LONG_PAST_GRACE);
        table.garbage.condemn(table.fence(), server(12), List.of(cat));
        ObjectMapping damaged = table.damage(CAT, 5);

        assertThat(table.repairs().get(0).barred()).containsExactly(server(12));
        assertThat(table.repair(TableFixture.whole(damaged, ec(1, 2, 3, 4, 5, 12))))
                .isEqualTo(Remap.Outcome.STALE);
        assertThat(table.repair(TableFixture.whole(damaged, ec(1, 2, 3, 4, 5, 11))))
                .isEqualTo(Remap.Outcome.APPLIED);
    }

    @Test
    default void orphanFromTheFuture_isCondemned_andItsCommitStaysRefusedWhenItsTimeHasCome() {
        TableFixture table = table();
        Duration lead = MappingRules.LONGEST_LEAD.multipliedBy(4);
        WriteId orphan = new WriteIds(InstantSource.offset(table.clock, lead), new SplittableRandom(2)).next(CAT);
        Commit commit = TableFixture.write(orphan, CAT, SIX, Condition.NONE);

        assertThat(table.garbage.condemn(table.fence(), server(1), List.of(orphan)))
                .containsExactly(orphan);
        table.collectAll();
        for (int minutes = 0; minutes < 200; minutes += 5) {
            assertThat(table.commit(commit).status())
                    .as("%d minutes after", minutes)
                    .isIn(CommitResult.Status.FROM_FUTURE, CommitResult.Status.TOO_OLD);
            table.clock.advance(Duration.ofMinutes(5));
            table.garbage.collected(List.of());
        }
    }

    @Test
    default void leftoverOfAMigrationThatWasCalledOff_isCondemned_whileTheObjectStays() {
        TableFixture table = table();
        WriteId cat = table.put(CAT, SIX).writeId();
        table.remap(CAT, RedundancyEvent.SWAP, ec(1, 2, 3, 4, 5, 12));
        table.clock.advance(LONG_PAST_GRACE);
        assertThat(table.garbage.condemn(table.fence(), server(12), List.of(cat)))
                .isEmpty();

        table.remap(CAT, RedundancyEvent.CANCEL, null);
        assertThat(table.garbage.condemn(table.fence(), server(12), List.of(cat)))
                .containsExactly(cat);
        assertThat(table.garbage.condemn(table.fence(), server(6), List.of(cat)))
                .isEmpty();
        assertThat(table.put(CAT, SIX).writeId()).isNotEqualTo(cat);
    }

    @Test
    default void commitOfACondemnedWrite_isTooOld_andNotTakenForOneThatWasCarriedOut() {
        TableFixture table = table();
        Commit late = table.write(CAT, SIX);
        table.clock.advance(LONG_PAST_GRACE);
        table.garbage.condemn(table.fence(), server(1), List.of(late.writeId()));

        assertThat(table.commit(late)).isEqualTo(new CommitResult(CommitResult.Status.TOO_OLD, null));
    }

    @Test
    default void fragmentsOfACommitThatIsRefused_waitForTheReaper_andItStaysRefused() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        Commit refused = table.write(CAT, THREE, Condition.IF_ABSENT);
        CommitResult refusal = new CommitResult(CommitResult.Status.PRECONDITION_FAILED, cat);
        assertThat(table.commit(refused)).isEqualTo(refusal);
        assertThat(table.garbageOf(refused.writeId())).containsExactlyElementsOf(THREE.servers());
        assertThat(table.commit(refused)).isEqualTo(refusal);
        assertThat(table.garbageOf(refused.writeId())).hasSize(3);

        table.mapping.delete(CAT, Condition.NONE);
        assertThat(table.commit(refused))
                .as("the condition holds now, but the fragments go")
                .isEqualTo(new CommitResult(CommitResult.Status.PRECONDITION_FAILED, null));
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();
    }

    @Test
    default void refusedCommit_thatNamesTheWriteOfAnotherObject_condemnsNothing() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        table.put(DOG, THREE);

        CommitResult result = table.commit(TableFixture.write(cat.writeId(), DOG, SIX, Condition.IF_ABSENT));
        assertThat(result.status()).isEqualTo(CommitResult.Status.PRECONDITION_FAILED);
        assertThat(table.garbage()).isEmpty();
    }
}
