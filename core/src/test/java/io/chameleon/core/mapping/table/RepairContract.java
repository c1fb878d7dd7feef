package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.TableFixture.ec;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static io.chameleon.core.mapping.table.TableFixture.rep;
import static io.chameleon.core.mapping.table.TableFixture.server;
import static io.chameleon.core.mapping.table.TableFixture.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap.Outcome;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How every table handles damage. */
interface RepairContract {
    ObjectId CAT = object("cat");
    ObjectId DOG = object("dog");
    ObjectId EEL = object("eel");
    Placement SIX = ec(1, 2, 3, 4, 5, 6);
    Placement THREE = rep(1, 2, 3);

    TableFixture table();

    @Test
    default void queue_isInTheOrderOfDanger_thenOfAge() {
        TableFixture table = table();
        for (ObjectId id : List.of(CAT, DOG, EEL)) {
            table.put(id, SIX);
        }
        table.damage(DOG, 0);
        table.clock.advance(Duration.ofSeconds(1));
        table.damage(CAT, 3);
        table.damage(EEL, 1, 2);

        assertThat(table.repairs())
                .extracting(task -> task.row().id(), RepairTask::missing, RepairTask::margin)
                .containsExactly(tuple(EEL, List.of(1, 2), 0), tuple(DOG, List.of(0), 1), tuple(CAT, List.of(3), 1));
        assertThat(table.repairs.repairs(2)).hasSize(2);
        assertThat(table.repairs().get(0).row()).isEqualTo(table.row(EEL));
        assertThat(table.repairs().get(1).sinceMillis()).isEqualTo(table.clock.millis() - 1_000);
    }

    @Test
    default void degradedWrite_isQueued_untilTheNextWholeOneOrADelete() {
        TableFixture table = table();
        Commit whole = table.write(CAT, SIX);
        table.commit(new Commit(CAT, whole.content(), SIX, List.of(4), Condition.NONE));
        assertThat(table.repairs()).extracting(RepairTask::missing).containsExactly(List.of(4));

        table.put(CAT, SIX);
        assertThat(table.repairs()).isEmpty();

        table.damage(CAT, 0);
        table.mapping.delete(CAT, Condition.NONE);
        assertThat(table.repairs()).isEmpty();
        assertThat(table.repairs.repairStatus().objects()).isZero();
    }

    @Test
    default void furtherDamage_isAdded_andMakesARepairUnderWayStale() {
        TableFixture table = table();
        table.put(CAT, SIX);
        ObjectMapping seen = table.damage(CAT, 2);
        table.clock.advance(Duration.ofSeconds(5));
        ObjectMapping now = table.damage(CAT, 2, 5);

        assertThat(now.version()).isGreaterThan(seen.version());
        assertThat(table.repairs()).extracting(RepairTask::missing).containsExactly(List.of(2, 5));
        assertThat(table.repairs().get(0).sinceMillis()).isEqualTo(table.clock.millis() - 5_000);
        assertThat(table.repair(whole(seen, ec(1, 2, 9, 4, 5, 6)))).isEqualTo(Outcome.STALE);
        assertThat(table.row(CAT).live()).isEqualTo(SIX);
        assertThat(table.garbage()).isEmpty();
    }

    @Test
    default void damage_beyondTheLiveServers_changesNothing() {
        TableFixture table = table();
        ObjectMapping row = table.put(CAT, THREE);
        assertThat(table.damage(CAT, 3, 200)).isEqualTo(row);
        assertThat(table.repairs()).isEmpty();
    }

    @Test
    default void repair_inPlace_makesTheObjectWhole_andLeavesNoGarbage() {
        TableFixture table = table();
        table.put(CAT, SIX);
        ObjectMapping degraded = table.damage(CAT, 2);

        assertThat(table.repair(whole(degraded, SIX))).isEqualTo(Outcome.APPLIED);
        assertThat(table.row(CAT).degraded()).isFalse();
        assertThat(table.row(CAT).live()).isEqualTo(SIX);
        assertThat(table.repairs()).isEmpty();
        assertThat(table.garbage()).isEmpty();
    }

    @Test
    default void repair_elsewhere_replacesTheServerWhereItStood_andQueuesWhatItLeft() {
        TableFixture table = table();
        table.put(CAT, SIX);
        ObjectMapping degraded = table.damage(CAT, 2);

        assertThat(table.repair(whole(degraded, ec(1, 2, 9, 4, 5, 6)))).isEqualTo(Outcome.APPLIED);
        ObjectMapping repaired = table.row(CAT);
        assertThat(repaired.state()).isEqualTo(RedundancyState.EC);
        assertThat(repaired.live()).isEqualTo(ec(1, 2, 9, 4, 5, 6));
        assertThat(repaired.writeId()).isEqualTo(degraded.writeId());
        assertThat(repaired.degraded()).isFalse();
        assertThat(table.garbageOf(degraded.writeId())).containsExactly(server(3));
        EpochLogEntry entry = table.mapping.history(CAT).get(0);
        assertThat(entry.event()).isEqualTo(RedundancyEvent.REPAIRED);
        assertThat(entry.reason()).isEqualTo("test");
    }

    @Test
    default void repair_ofAnIntermediateState_keepsItAndItsDestination() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        ObjectMapping degraded = table.damage(CAT, 5);

        assertThat(table.repair(whole(degraded, ec(1, 2, 3, 4, 5, 9)))).isEqualTo(Outcome.APPLIED);
        ObjectMapping repaired = table.row(CAT);
        assertThat(repaired.state()).isEqualTo(RedundancyState.LATE_REP);
        assertThat(repaired.live()).isEqualTo(ec(1, 2, 3, 4, 5, 9));
        assertThat(repaired.destination()).isEqualTo(THREE);
        assertThat(table.put(CAT, THREE).state()).isEqualTo(RedundancyState.REP);
        assertThat(table.garbageOf(degraded.writeId()))
                .as("what the repaired version left, and what repair had left")
                .containsExactlyInAnyOrder(server(6), server(1), server(2), server(3), server(4), server(5), server(9));
    }

    @Test
    default void repair_inPart_staysQueuedForTheRest() {
        TableFixture table = table();
        table.put(CAT, SIX);
        ObjectMapping degraded = table.damage(CAT, 1, 2);
        Placement live = ec(1, 9, 3, 4, 5, 6);
        Repair part = new Repair(
                CAT,
                degraded.writeId(),
                degraded.version(),
                live,
                live,
                List.of(2),
                2_500,
                "one server is all there is");

        assertThat(table.repair(part)).isEqualTo(Outcome.APPLIED);
        assertThat(table.row(CAT).degraded()).isTrue();
        assertThat(table.repairs()).extracting(RepairTask::missing).containsExactly(List.of(2));
    }

    @Test
    default void repair_overtakenByAWriteARemapOrADelete_changesNothing() {
        TableFixture table = table();
        Placement elsewhere = ec(1, 2, 9, 4, 5, 6);
        table.put(CAT, SIX);
        Repair beforeRemap = whole(table.damage(CAT, 2), elsewhere);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        assertThat(table.repair(beforeRemap)).isEqualTo(Outcome.STALE);

        Repair beforeWrite = whole(table.row(CAT), elsewhere);
        ObjectMapping written = table.put(CAT, THREE);
        assertThat(table.repair(beforeWrite)).isEqualTo(Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(written);

        table.mapping.delete(CAT, Condition.NONE);
        assertThat(table.repair(whole(written, rep(1, 2, 9)))).isEqualTo(Outcome.GONE);
    }

    @Test
    default void repeatedRepair_changesNothing() {
        TableFixture table = table();
        table.put(CAT, SIX);
        Repair repair = whole(table.damage(CAT, 2), ec(1, 2, 9, 4, 5, 6));
        table.repair(repair);
        ObjectMapping row = table.row(CAT);
        List<Garbage> garbage = table.garbage();

        assertThat(table.repair(repair)).isEqualTo(Outcome.ALREADY_APPLIED);
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.garbage()).isEqualTo(garbage);
        assertThat(table.repairs.repairStatus().run().objects()).isEqualTo(1);
    }

    @Test
    default void repair_ontoAServerThatTheReaperMayBeAt_isStale() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.repair(whole(table.damage(CAT, 2), ec(1, 2, 9, 4, 5, 6)));
        table.collectAll();
        ObjectMapping again = table.damage(CAT, 2);

        assertThat(table.repairs().get(0).barred()).containsExactly(server(3));
        assertThat(table.repair(whole(again, SIX))).isEqualTo(Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(again);
        assertThat(table.repair(whole(again, ec(1, 2, 8, 4, 5, 6)))).isEqualTo(Outcome.APPLIED);
    }

    @Test
    default void repair_thatDoesNotFitItsRow_isRefused() {
        TableFixture table = table();
        table.put(CAT, SIX);
        ObjectMapping row = table.damage(CAT, 2);
        Repair other = new Repair(CAT, row.writeId(), row.version(), THREE, THREE, List.of(), 0, "test");
        assertThatThrownBy(() -> table.repair(other)).hasMessageContaining("repair of photos/cat");
        assertThat(table.row(CAT)).isEqualTo(row);
    }

    @Test
    default void repair_byALeaderThatIsNoMore_isRefused() {
        TableFixture table = table();
        table.put(CAT, SIX);
        ObjectMapping row = table.damage(CAT, 2);
        long old = table.fence();
        table.remaps.claim("another");

        assertThatThrownBy(() -> table.repairs.repair(old, whole(row, SIX))).isInstanceOf(ChameleonError.class);
        assertThatThrownBy(() -> table.repairs.queue(old, List.of(new Damage(CAT, row.writeId(), List.of(0)))))
                .isInstanceOf(ChameleonError.class);
        assertThatThrownBy(() -> table.repairs.postpone(old, CAT, row.writeId(), 1_000, "no"))
                .isInstanceOf(ChameleonError.class);
        assertThatThrownBy(() -> table.repairs.begin(old, server(1))).isInstanceOf(ChameleonError.class);
        assertThat(table.row(CAT)).isEqualTo(row);
    }

    @Test
    default void postponedRepair_isNotDueBeforeItsTime_butOthersAre() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(DOG, SIX);
        table.damage(CAT, 0, 1);
        table.damage(DOG, 0);
        table.repairs.postpone(table.fence(), CAT, table.row(CAT).writeId(), 60_000, "no server has room");

        assertThat(table.repairs()).extracting(task -> task.row().id()).containsExactly(DOG);
        assertThat(table.repairs.repairStatus().postponed()).isEqualTo(1);
        assertThat(table.repairs.repairStatus().problem()).isEqualTo("no server has room");
        table.clock.advance(Duration.ofSeconds(60));
        assertThat(table.repairs()).extracting(RepairTask::attempts).containsExactly(1, 0);
    }

    @Test
    default void repairPostponedByAClockThatWasYearsAhead_isDueWhenTheClockIsRight() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(DOG, SIX);
        table.damage(CAT, 0, 1);
        table.damage(DOG, 0, 1, 2);
        Duration years = Duration.ofDays(3_000);

        table.clock.advance(years);
        table.repairs.postpone(table.fence(), CAT, table.row(CAT).writeId(), 5_000, "no server has room");
        table.repairs.postpone(table.fence(), DOG, table.row(DOG).writeId(), 5_000, "no server has room");
        table.clock.advance(years.negated());

        assertThat(table.repairs()).extracting(task -> task.row().id()).containsExactlyInAnyOrder(CAT, DOG);
    }

    @Test
    default void fragmentsThatAServerFoundDamaged_areQueuedIfTheyAreLiveThere() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        ObjectMapping old = table.put(DOG, SIX);
        table.put(DOG, SIX);
        List<FragmentId> found = List.of(
                new FragmentId(cat.writeId(), 0, 1),
                new FragmentId(cat.writeId(), 2, 1),
                new FragmentId(cat.writeId(), 0, 3),
                new FragmentId(old.writeId(), 0, 1));

        assertThat(table.repairs.queueFound(table.fence(), server(2), found)).isEqualTo(1);
        assertThat(table.repairs())
                .extracting(task -> task.row().id(), RepairTask::missing)
                .containsExactly(tuple(CAT, List.of(1)));
    }

    @Test
    default void walk_overAServersObjects_findsEachThatLivesThereOnce() {
        TableFixture table = table();
        for (int i = 0; i < 25; i++) {
            table.put(object("o" + i), i % 3 == 0 ? SIX : ec(11, 12, 13, 14, 15, 16));
        }
        ObjectMapping late = table.put(CAT, ec(11, 12, 13, 14, 15, 16));
        table.remap(late.id(), RedundancyEvent.SWAP, SIX);
        ObjectMapping leaving = table.put(DOG, SIX);
        table.remap(leaving.id(), RedundancyEvent.SWAP, ec(11, 12, 13, 14, 15, 16));

        assertThat(walk(table, server(3), 4)).hasSize(9 + 1).contains(DOG).doesNotContain(CAT);
        assertThat(walk(table, server(3), 1_000)).hasSize(9 + 1);
        assertThat(walk(table, server(77), 4)).isEmpty();
    }

    private static List<ObjectId> walk(TableFixture table, ServerId server, int limit) {
        List<ObjectId> found = new ArrayList<>();
        @Nullable ObjectId after = null;
        do {
            ServerObjects page = table.repairs.objectsOn(server, after, limit);
            page.objects().forEach(task -> found.add(task.row().id()));
            after = page.next();
        } while (after != null);
        return found;
    }

    @Test
    default void evacuation_isRecordedOnce_counted_andWithdrawn() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.repairs.drain(server(3));
        table.clock.advance(Duration.ofSeconds(1));
        table.repairs.drain(server(3));
        table.repairs.begin(table.fence(), server(4));
        Evacuation drain = table.repairs.repairStatus().evacuations().get(0);
        assertThat(drain).isEqualTo(Evacuation.begun(server(3), Evacuation.Kind.DRAIN, table.clock.millis() - 1_000));

        table.repair(whole(table.row(CAT), ec(1, 2, 9, 4, 5, 6)));
        table.repairs.progress(table.fence(), drain.at(CAT, 1, 1, 2_500));
        Evacuation counted = table.repairs.repairStatus().evacuations().get(0);
        assertThat(counted).isEqualTo(drain.at(CAT, 1, 1, 2_500).moved(1, 5_000));

        table.repairs.cancelDrain(server(3));
        table.repairs.progress(table.fence(), counted.nextWalk());
        assertThat(table.repairs.repairStatus().evacuations())
                .extracting(Evacuation::server, Evacuation::kind)
                .containsExactly(tuple(server(4), Evacuation.Kind.LOST));
        table.repairs.end(table.fence(), table.records().get(0));
        assertThat(table.repairs.repairStatus().evacuations()).isEmpty();
    }

    @Test
    default void server_isForgotten_onceNothingIsThere_andItsGarbageCountsAsCollected() {
        TableFixture table = table();
        ObjectMapping first = table.put(CAT, SIX);
        table.put(CAT, ec(1, 2, 9, 4, 5, 6));
        assertThat(table.garbage.garbage(server(3), 0, 10)).hasSize(1);
        assertThat(table.garbage.garbage(0, 10)).hasSize(6);
        assertRefused(table, server(3), "nobody has begun to; 'chameleon drain flash-3' does");

        table.repairs.drain(server(3));
        assertRefused(table, server(3), "'chameleon repair status' shows how far that is");
        Evacuation drain = table.repairs.repairStatus().evacuations().get(0);
        table.repairs.progress(table.fence(), drain.finished(table.clock.millis()));
        table.repairs.forget(server(3));

        assertThat(table.repairs.repairStatus().evacuations()).isEmpty();
        assertThat(table.garbage.garbage(server(3), 0, 10)).isEmpty();
        assertThat(table.garbage.garbage(0, 10)).as("of the other servers").hasSize(5);
        assertThat(table.remaps.barredServers(first.writeId()))
                .as("as after a collection")
                .contains(server(3));
        assertRefused(table, server(3), "not emptied yet");
    }

    @Test
    default void lostServer_isForgotten_onceWhatItHeldIsRepaired() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.repairs.begin(table.fence(), server(3));
        table.damage(CAT, 2);
        Evacuation lost = table.repairs.repairStatus().evacuations().get(0);
        table.repairs.progress(table.fence(), lost.finished(table.clock.millis()));
        assertRefused(table, server(3), "still to be repaired: 1");

        table.repair(whole(table.row(CAT), ec(1, 2, 9, 4, 5, 6)));
        table.repairs.forget(server(3));
        assertThat(table.repairs.repairStatus().evacuations()).isEmpty();
        assertThat(table.garbage.garbage(0, 10)).isEmpty();
    }

    @Test
    default void drainedServer_isNotForgotten_whileAnObjectThatWasWrittenSinceIsThere() {
        TableFixture table = table();
        table.repairs.drain(server(3));
        Evacuation drain = table.repairs.repairStatus().evacuations().get(0);
        table.repairs.progress(table.fence(), drain.finished(table.clock.millis()));
        table.put(CAT, SIX);
        assertRefused(table, server(3), "written there since it was emptied");

        table.repairs.progress(
                table.fence(), drain.finished(table.clock.millis()).reopened());
        assertRefused(table, server(3), "'chameleon repair status' shows how far that is");
    }

    private static void assertRefused(TableFixture table, ServerId server, String why) {
        assertThatThrownBy(() -> table.repairs.forget(server))
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining("cannot forget server " + server)
                .hasMessageContaining(why);
    }

    @Test
    default void serverThatComesWithAnotherDevice_isWalkedOver_whateverItWasBefore() {
        TableFixture table = table();
        table.register(Map.of(1, 11, 2, 12, 3, 13));
        table.repairs.begin(table.fence(), server(3));
        table.clock.advance(Duration.ofSeconds(1));

        table.register(Map.of(1, 11, 2, 99, 3, 98));
        long now = table.clock.millis();
        assertThat(table.records())
                .as("a lost one is lost no more")
                .containsExactly(
                        Evacuation.begun(server(2), Evacuation.Kind.EMPTIED, now),
                        Evacuation.begun(server(3), Evacuation.Kind.EMPTIED, now));
        table.register(Map.of(1, 11, 2, 99, 3, 98));
        assertThat(table.records()).extracting(Evacuation::sinceMillis).containsExactly(now, now);
    }

    @Test
    default void lostServerThatReturnsAsItWas_hasNoRecordOfAnotherDevice() {
        TableFixture table = table();
        table.register(Map.of(1, 11));
        table.repairs.begin(table.fence(), server(1));
        table.register(Map.of(1, 11));
        assertThat(table.records()).extracting(Evacuation::kind).containsExactly(Evacuation.Kind.LOST);
    }

    @Test
    default void deviceThatIsNotSaid_isTheOneBefore() {
        TableFixture table = table();
        table.register(Map.of(1, 0, 2, 12));
        table.register(Map.of(1, 11, 2, 0));
        assertThat(table.records()).isEmpty();
        table.register(Map.of(1, 11, 2, 12));
        assertThat(table.records()).isEmpty();
        table.register(Map.of(1, 0, 2, 0));
        table.register(Map.of(1, 77, 2, 12));
        assertThat(table.records()).extracting(Evacuation::server).containsExactly(server(1));
    }

    @Test
    default void devicesThatChangedPlaces_areBothNoticed() {
        TableFixture table = table();
        table.register(Map.of(1, 11, 2, 12));
        table.register(Map.of(1, 12, 2, 11));
        assertThat(table.records())
                .extracting(Evacuation::server, Evacuation::kind)
                .containsExactly(tuple(server(1), Evacuation.Kind.EMPTIED), tuple(server(2), Evacuation.Kind.EMPTIED));
    }

    @Test
    default void deviceReplacedOnceMore_beginsItsRecordAnew() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(DOG, SIX);
        table.register(Map.of(1, 11));
        table.register(Map.of(1, 12));
        Evacuation first = table.records().get(0);
        Evacuation half = table.repairs.walk(table.fence(), first, 1).orElseThrow();
        assertThat(half.cursor()).isEqualTo(CAT);

        table.register(Map.of(1, 13));
        Evacuation anew = table.records().get(0);
        assertThat(anew.sinceMillis()).isGreaterThan(first.sinceMillis());
        assertThat(anew.walk()).isZero();
        assertThat(anew.cursor()).isNull();
        assertThat(table.repairs.walk(table.fence(), half, 1)).isEmpty();
        table.repairs.end(table.fence(), half);
        assertThat(table.records()).containsExactly(anew);
    }

    @Test
    default void walkOverALostServer_queuesWhatIsThere_inPages_onceEach() {
        TableFixture table = table();
        List<ObjectId> there = new ArrayList<>();
        for (int i = 10; i < 30; i++) {
            table.put(object("o" + i), i % 2 == 0 ? SIX : ec(11, 12, 13, 14, 15, 16));
            if (i % 2 == 0) {
                there.add(object("o" + i));
            }
        }
        table.damage(there.get(3), 2);
        table.damage(there.get(4), 5);
        long version = table.row(there.get(3)).version();
        table.repairs.begin(table.fence(), server(3));

        Evacuation at = table.records().get(0);
        int pages = 0;
        while (at.walk() == 0) {
            at = table.repairs.walk(table.fence(), at, 3).orElseThrow();
            assertThat(table.records()).containsExactly(at);
            pages++;
        }
        assertThat(pages).isEqualTo(4);
        assertThat(at.objects()).as("one was known").isEqualTo(9);
        assertThat(at.bytes()).isEqualTo(9 * table.row(there.get(0)).content().fragmentBytes(SIX.scheme(), 2));
        assertThat(table.row(there.get(3)).version()).isEqualTo(version);
        assertThat(table.repairs())
                .hasSize(10)
                .filteredOn(task -> !task.row().id().equals(there.get(4)))
                .allMatch(
                        task -> task.missing().equals(List.of(2)) && task.row().degraded());
        assertThat(table.repairs().get(0).missing()).containsExactly(2, 5);
        assertThat(table.repairs.repairStatus().queue())
                .extracting(RepairStatus.Backlog::margin, RepairStatus.Backlog::objects)
                .containsExactly(tuple(0, 1L), tuple(1, 9L));

        Evacuation finished = table.repairs.walk(table.fence(), at, 100).orElseThrow();
        assertThat(finished.isFinished()).isTrue();
        assertThat(finished.found()).isZero();
        assertThat(table.records()).containsExactly(finished);
    }

    @Test
    default void walkOverAnEmptiedServer_makesRepairsUnderWayStale_andEndsItsRecord() {
        TableFixture table = table();
        table.put(CAT, SIX);
        ObjectMapping underWay = table.damage(CAT, 2);
        table.clock.advance(Evacuation.UNDER_WAY.plus(TableFixture.MILLISECOND));
        table.register(Map.of(3, 13));
        table.register(Map.of(3, 14));

        Evacuation second =
                table.repairs.walk(table.fence(), table.records().get(0), 10).orElseThrow();
        assertThat(table.repair(whole(underWay, SIX)))
                .as("what it wrote may be on the old device")
                .isEqualTo(Outcome.STALE);
        assertThat(table.repairs()).extracting(RepairTask::missing).containsExactly(List.of(2));
        assertThat(second.walk()).isEqualTo(1);
        assertThat(table.repair(whole(table.row(CAT), SIX))).isEqualTo(Outcome.APPLIED);

        table.clock.advance(TableFixture.GRACE.plus(Evacuation.UNDER_WAY));
        table.put(DOG, SIX);
        assertThat(table.repairs.walk(table.fence(), second, 10).orElseThrow().isFinished())
                .isTrue();
        assertThat(table.repairs())
                .as("only what was written since may have come late")
                .extracting(task -> task.row().id())
                .containsExactly(DOG);
        assertThat(table.records()).isEmpty();
    }

    @Test
    default void nothingNewGoesToADeviceThatWasJustReplaced() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.register(Map.of(9, 1));
        ObjectMapping degraded = table.damage(CAT, 2);
        table.register(Map.of(9, 2));

        assertThat(table.repairs().get(0).barred()).containsExactly(server(9));
        assertThat(table.remaps.barredServers(degraded.writeId())).containsExactly(server(9));
        assertThat(table.repair(whole(degraded, ec(1, 2, 9, 4, 5, 6)))).isEqualTo(Outcome.STALE);
        table.clock.advance(Evacuation.UNDER_WAY);
        assertThat(table.repairs().get(0).barred()).isEmpty();
        assertThat(table.repair(whole(degraded, ec(1, 2, 9, 4, 5, 6)))).isEqualTo(Outcome.APPLIED);
    }

    @Test
    default void walkByALeaderThatIsNoMore_isRefused() {
        TableFixture table = table();
        ObjectMapping row = table.put(CAT, SIX);
        table.repairs.begin(table.fence(), server(3));
        Evacuation at = table.records().get(0);
        long old = table.fence();
        table.remaps.claim("another");
        assertThatThrownBy(() -> table.repairs.walk(old, at, 10)).isInstanceOf(ChameleonError.class);
        assertThatThrownBy(() -> table.repairs.end(old, at)).isInstanceOf(ChameleonError.class);
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.records()).containsExactly(at);
    }

    @Test
    default void walk_followsObjectsThatMoveAndGo() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        table.put(DOG, SIX);
        table.put(EEL, ec(1, 2, 9, 4, 5, 6));
        table.mapping.delete(DOG, Condition.NONE);
        table.repair(whole(table.damage(EEL, 2), ec(1, 2, 3, 4, 5, 6)));
        table.put(CAT, ec(1, 2, 8, 4, 5, 6));

        assertThat(table.repairs.objectsOn(server(3), null, 10).objects())
                .extracting(task -> task.row().id())
                .containsExactly(EEL);
        assertThat(table.repairs.objectsOn(server(8), null, 10).objects())
                .extracting(task -> task.row().id())
                .containsExactly(CAT);
        assertThat(table.repairs.objectsOn(server(9), null, 10).objects()).isEmpty();
        assertThat(cat.live()).isEqualTo(SIX);
    }

    @Test
    default void unreadableObjects_leaveTheOthersTheirShare() {
        TableFixture table = table();
        for (int i = 0; i < 40; i++) {
            table.put(object("gone" + i), SIX);
            table.damage(object("gone" + i), 0, 1, 2);
        }
        table.clock.advance(Duration.ofSeconds(1));
        for (ObjectId id : List.of(CAT, DOG)) {
            table.put(id, SIX);
            table.damage(id, 0);
        }
        assertThat(table.repairs.repairs(16))
                .hasSize(16)
                .extracting(task -> task.row().id())
                .startsWith(CAT, DOG);
        for (int i = 0; i < 30; i++) {
            table.put(object("o" + i), SIX);
            table.damage(object("o" + i), 0);
        }
        assertThat(table.repairs.repairs(16))
                .as("an eighth")
                .filteredOn(task -> task.margin() < 0)
                .hasSize(2);
    }

    @Test
    default void postponedRepairs_leaveTheOthersTheirShare() {
        TableFixture table = table();
        for (int i = 0; i < 40; i++) {
            table.put(object("stuck" + i), SIX);
            WriteId write = table.damage(object("stuck" + i), 0, 1).writeId();
            table.repairs.postpone(table.fence(), object("stuck" + i), write, 1_000, "no server has room");
        }
        table.clock.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 40; i++) {
            table.put(object("o" + i), SIX);
            table.damage(object("o" + i), 0);
        }
        assertThat(table.repairs.repairs(16))
                .as("a quarter")
                .hasSize(16)
                .filteredOn(task -> task.attempts() > 0)
                .hasSize(4);
        assertThat(table.repairs.repairStatus().postponed()).isEqualTo(40);
        table.put(object("stuck0"), SIX);
        table.damage(object("stuck1"), 4);
        assertThat(table.repairs.repairStatus().postponed()).isEqualTo(38);
        assertThat(table.repairs.repairStatus().objects()).isEqualTo(79);
    }

    @Test
    default void oldest_isTheOneKnownForLongest_ofWhateverMargin_postponedOrNot() {
        TableFixture table = table();
        for (ObjectId id : List.of(CAT, DOG, EEL)) {
            table.put(id, SIX);
        }
        assertThat(table.repairs.repairStatus().oldestMillis()).isZero();
        long began = table.clock.millis();
        WriteId first = table.damage(CAT, 0, 1).writeId();
        table.clock.advance(Duration.ofSeconds(1));
        table.damage(DOG, 0);
        table.clock.advance(Duration.ofSeconds(1));
        table.damage(EEL, 0, 1);
        assertThat(table.repairs.repairStatus().oldestMillis()).isEqualTo(began);

        table.repairs.postpone(table.fence(), CAT, first, 60_000, "no server has room");
        assertThat(table.repairs.repairStatus().oldestMillis()).as("postponed").isEqualTo(began);

        table.repair(whole(table.row(CAT), SIX));
        assertThat(table.repairs.repairStatus().oldestMillis())
                .as("the next, of another margin")
                .isEqualTo(began + 1_000);
    }

    @Test
    default void status_sumsUpTheQueueAndTheRun() {
        TableFixture table = table();
        for (ObjectId id : List.of(CAT, DOG, EEL)) {
            table.put(id, SIX);
        }
        table.damage(DOG, 0);
        table.damage(CAT, 3);
        table.damage(EEL, 1, 2);
        ObjectContent content = table.row(CAT).content();
        long first = content.fragmentBytes(SIX.scheme(), 0);
        long other = content.fragmentBytes(SIX.scheme(), 3);
        assertThat(other).as("the last segment lies in its first shard").isLessThan(first);
        RepairStatus status = table.repairs.repairStatus();
        assertThat(status.queue())
                .containsExactly(
                        new RepairStatus.Backlog(0, 1, 2 * other), new RepairStatus.Backlog(1, 2, first + other));
        assertThat(status.oldestMillis()).isEqualTo(table.clock.millis());
        assertThat(status.eta()).isEmpty();

        table.repair(whole(table.row(EEL), SIX));
        table.clock.advance(Duration.ofSeconds(10));
        table.repair(whole(table.row(DOG), SIX));
        RepairStatus later = table.repairs.repairStatus();
        assertThat(later.run().objects()).isEqualTo(2);
        assertThat(later.run().bytes()).isEqualTo(10_000);
        assertThat(later.eta()).contains(Duration.ofMillis(other));

        table.clock.advance(Duration.ofMinutes(2));
        assertThat(table.repairs.repairStatus().eta()).as("nothing moves").isEmpty();
        table.repair(whole(table.row(CAT), SIX));
        assertThat(table.repairs.repairStatus().run().objects())
                .as("work began anew")
                .isEqualTo(1);
    }
}
