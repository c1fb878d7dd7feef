package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.DOG;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static io.chameleon.core.mapping.table.TableFixture.ec;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static io.chameleon.core.mapping.table.TableFixture.rep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Remap.Outcome;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Remaps, their history, and the scans that plans are based on. */
public interface RemapContract {
    Placement OTHER_SIX = ec(7, 8, 9, 10, 11, 12);
    Placement OTHER_THREE = rep(10, 11, 12);

    TableFixture table();

    @Test
    default void remap_ofAStableObject_setsTheDestinationAndKeepsTheCommittedVersionWhereItIs() {
        TableFixture table = table();
        ObjectMapping before = table.put(CAT, SIX);
        table.remaps.advanceEpoch(table.fence());
        table.clock.advance(TableFixture.MILLISECOND);
        Remap upgrade = table.plan(before, RedundancyEvent.UPGRADE, THREE);

        assertThat(table.apply(upgrade)).isEqualTo(Outcome.APPLIED);
        assertThat(table.row(CAT))
                .isEqualTo(new ObjectMapping(
                        CAT,
                        before.writeId(),
                        before.content(),
                        RedundancyState.LATE_REP,
                        SIX,
                        THREE,
                        false,
                        2,
                        before.heatScore(),
                        before.lastWriteEpoch(),
                        1,
                        before.createdMillis(),
                        before.modifiedMillis(),
                        before.version() + 1,
                        false,
                        ""));
        assertThat(table.garbage()).as("nothing has moved").isEmpty();
        assertThat(table.mapping.history(CAT))
                .containsExactly(new EpochLogEntry(
                        CAT,
                        2,
                        RedundancyEvent.UPGRADE,
                        RedundancyState.EC,
                        RedundancyState.LATE_REP,
                        SIX.servers(),
                        THREE.servers(),
                        upgrade.reason(),
                        table.clock.millis()));
    }

    @Test
    default void remap_backToTheSource_leavesTheObjectAsItWas() {
        TableFixture table = table();
        ObjectMapping before = table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        ObjectMapping back = table.remap(CAT, RedundancyEvent.COOLED, null);

        assertThat(back.state()).isEqualTo(RedundancyState.EC);
        assertThat(back.source()).isNull();
        assertThat(back.destination()).isEqualTo(SIX);
        assertThat(back.writeId()).isEqualTo(before.writeId());
        assertThat(back.version()).isEqualTo(before.version() + 2);
        assertThat(table.garbage()).isEmpty();
        EpochLogEntry last = table.mapping.history(CAT).get(1);
        assertThat(last.event()).isEqualTo(RedundancyEvent.COOLED);
        assertThat(last.source()).isEmpty();
        assertThat(last.destination()).isEqualTo(SIX.servers());
    }

    @Test
    default void remap_ofAnIntermediateObject_neverMovesTheSource() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.SWAP, OTHER_SIX);
        ObjectMapping retargeted = table.remap(CAT, RedundancyEvent.RETARGET, ec(1, 2, 3, 4, 5, 7));
        assertThat(retargeted.state()).isEqualTo(RedundancyState.EC_EWO);
        assertThat(retargeted.source()).isEqualTo(SIX);
        assertThat(retargeted.destination()).isEqualTo(ec(1, 2, 3, 4, 5, 7));

        ObjectMapping upgraded = table.remap(CAT, RedundancyEvent.UPGRADE, OTHER_THREE);
        assertThat(upgraded.state()).isEqualTo(RedundancyState.LATE_REP);
        assertThat(upgraded.source()).isEqualTo(SIX);
        assertThat(upgraded.destination()).isEqualTo(OTHER_THREE);
    }

    @Test
    default void remap_plannedBeforeAWrite_isDropped() {
        TableFixture table = table();
        Remap upgrade = table.plan(table.put(CAT, SIX), RedundancyEvent.UPGRADE, THREE);
        ObjectMapping row = table.put(CAT, SIX);

        assertThat(table.apply(upgrade)).isEqualTo(Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.mapping.history(CAT)).isEmpty();
    }

    @Test
    default void remap_plannedBeforeDamage_isDropped() {
        TableFixture table = table();
        ObjectMapping row = table.put(CAT, SIX);
        Remap upgrade = table.plan(row, RedundancyEvent.UPGRADE, THREE);
        table.mapping.reportDamage(new Damage(CAT, row.writeId(), List.of(0)));

        assertThat(table.apply(upgrade)).isEqualTo(Outcome.STALE);
    }

    @Test
    default void remap_ofADeletedObject_isGone() {
        TableFixture table = table();
        Remap upgrade = table.plan(table.put(CAT, SIX), RedundancyEvent.UPGRADE, THREE);
        table.mapping.delete(CAT, Condition.NONE);

        assertThat(table.apply(upgrade)).isEqualTo(Outcome.GONE);
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();
        assertThat(table.mapping.history(CAT)).isEmpty();
    }

    @Test
    default void repeatedRemap_changesNothing() {
        TableFixture table = table();
        Remap upgrade = table.plan(table.put(CAT, SIX), RedundancyEvent.UPGRADE, THREE);
        table.apply(upgrade);
        ObjectMapping row = table.row(CAT);

        assertThat(table.apply(upgrade)).isEqualTo(Outcome.ALREADY_APPLIED);
        assertThat(table.remaps.remap(table.fence(), List.of(upgrade, upgrade)))
                .containsExactly(Outcome.ALREADY_APPLIED, Outcome.ALREADY_APPLIED);
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.mapping.history(CAT)).hasSize(1);
    }

    @Test
    default void repeatedRemap_afterTheWriteThatCompletedIt_changesNothing() {
        TableFixture table = table();
        Remap upgrade = table.plan(table.put(CAT, SIX), RedundancyEvent.UPGRADE, THREE);
        table.apply(upgrade);
        ObjectMapping written = table.put(CAT, THREE);

        assertThat(table.apply(upgrade)).isEqualTo(Outcome.ALREADY_APPLIED);
        assertThat(table.row(CAT)).isEqualTo(written);
    }

    @Test
    default void remapBatch_answersEachRemapInItsOrder() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        ObjectMapping dog = table.put(DOG, SIX);
        ObjectMapping gone = table.put(object("gone"), SIX);
        Remap stale = table.plan(dog, RedundancyEvent.UPGRADE, THREE);
        Remap ofGone = table.plan(gone, RedundancyEvent.UPGRADE, THREE);
        table.put(DOG, SIX);
        table.mapping.delete(gone.id(), Condition.NONE);
        Remap upgrade = table.plan(cat, RedundancyEvent.UPGRADE, THREE);

        assertThat(table.remaps.remap(table.fence(), List.of(ofGone, stale, upgrade, upgrade)))
                .containsExactly(Outcome.GONE, Outcome.STALE, Outcome.APPLIED, Outcome.ALREADY_APPLIED);
        assertThat(table.remaps.remap(table.fence(), List.of())).isEmpty();
    }

    @Test
    default void remapBatch_withAnIllegalTransition_isRefusedAsAWhole() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        ObjectMapping dog = table.put(DOG, SIX);
        List<Remap> remaps = List.of(
                table.plan(cat, RedundancyEvent.UPGRADE, THREE), table.plan(dog, RedundancyEvent.DOWNGRADE, OTHER_SIX));

        assertThatThrownBy(() -> table.remaps.remap(table.fence(), remaps))
                .isInstanceOf(IllegalTransitionException.class)
                .hasMessageContaining("EC")
                .hasMessageContaining("DOWNGRADE");
        assertThat(table.row(CAT)).isEqualTo(cat);
        assertThat(table.row(DOG)).isEqualTo(dog);
        assertThat(table.mapping.history(CAT)).isEmpty();
    }

    @Test
    default void remapBatch_withADestinationOfTheWrongPolicy_isRefusedAsAWhole() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        ObjectMapping dog = table.put(DOG, SIX);
        List<Remap> remaps = List.of(
                table.plan(cat, RedundancyEvent.UPGRADE, THREE), table.plan(dog, RedundancyEvent.UPGRADE, OTHER_SIX));

        assertThatThrownBy(() -> table.remaps.remap(table.fence(), remaps))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(DOG.toString());
        assertThat(table.row(CAT)).isEqualTo(cat);
    }

    @Test
    default void hottestAndColdest_areOrderedByHeat_tiesById_upToTheLimit() {
        TableFixture table = table();
        ObjectId tieAbove = object("\ud83d\ude00");
        ObjectId tieBelow = object("\uff5e");
        ObjectId otherBucket = new ObjectId("albums", "z");
        for (ObjectId id : List.of(CAT, CAT, CAT, DOG, DOG, tieAbove, tieBelow, otherBucket)) {
            table.put(id, SIX);
        }
        table.remaps.advanceEpoch(table.fence());
        table.put(DOG, SIX);

        List<ObjectId> hottest = List.of(DOG, CAT, otherBucket, tieBelow, tieAbove);
        assertThat(table.remaps.hottest(10)).extracting(ObjectMapping::id).isEqualTo(hottest);
        assertThat(table.remaps.hottest(3)).extracting(ObjectMapping::id).isEqualTo(hottest.subList(0, 3));
        assertThat(table.remaps.coldest(10))
                .extracting(ObjectMapping::id)
                .containsExactly(otherBucket, tieBelow, tieAbove, CAT, DOG);
        assertThat(table.remaps.coldest(1)).containsExactly(table.row(otherBucket));
    }

    @Test
    default void pending_areTheIntermediateObjectsOldestRemapFirst_tiesById() {
        TableFixture table = table();
        ObjectId late = object("a late one");
        for (ObjectId id : List.of(DOG, CAT, late, object("stable"))) {
            table.put(id, SIX);
        }
        table.remap(DOG, RedundancyEvent.UPGRADE, THREE);
        table.remap(CAT, RedundancyEvent.SWAP, OTHER_SIX);
        table.remaps.advanceEpoch(table.fence());
        table.remap(late, RedundancyEvent.SWAP, OTHER_SIX);
        table.remap(object("stable"), RedundancyEvent.UPGRADE, THREE);
        table.put(object("stable"), THREE);

        assertThat(table.remaps.pending(2, null, 10))
                .extracting(ObjectMapping::id)
                .containsExactly(CAT, DOG, late);
        assertThat(table.remaps.pending(2, null, 1)).containsExactly(table.row(CAT));
        assertThat(table.remaps.pending(1, null, 10))
                .extracting(ObjectMapping::id)
                .containsExactly(CAT, DOG);
        assertThat(table.remaps.pending(0, null, 10)).isEmpty();
    }

    @Test
    default void pending_isReadPageByPage_alsoWhereTheRowThatEndedOneIsGone() {
        TableFixture table = table();
        List<ObjectId> ids = List.of(object("a"), object("b"), object("c"), object("d"), object("e"));
        ids.forEach(id -> table.put(id, SIX));
        table.remap(ids.get(4), RedundancyEvent.SWAP, OTHER_SIX);
        table.remaps.advanceEpoch(table.fence());
        ids.subList(0, 4).forEach(id -> table.remap(id, RedundancyEvent.SWAP, OTHER_SIX));

        List<ObjectMapping> first = table.remaps.pending(2, null, 2);
        assertThat(first).extracting(ObjectMapping::id).containsExactly(ids.get(4), ids.get(0));
        RemapTable.Position end = RemapTable.Position.of(first.get(1));
        table.put(ids.get(0), OTHER_SIX);
        List<ObjectMapping> second = table.remaps.pending(2, end, 2);
        assertThat(second).extracting(ObjectMapping::id).containsExactly(ids.get(1), ids.get(2));
        List<ObjectMapping> third = table.remaps.pending(2, RemapTable.Position.of(second.get(1)), 2);
        assertThat(third).extracting(ObjectMapping::id).containsExactly(ids.get(3));
        assertThat(table.remaps.pending(2, RemapTable.Position.of(third.get(0)), 2))
                .isEmpty();
    }

    @Test
    default void countByState_countsEachObjectOnce_andLeavesOutEmptyStates() {
        TableFixture table = table();
        assertThat(table.remaps.countByState()).isEmpty();
        table.put(CAT, SIX);
        table.put(DOG, SIX);
        table.put(object("hot"), THREE);
        table.remap(DOG, RedundancyEvent.UPGRADE, THREE);

        assertThat(table.remaps.countByState())
                .isEqualTo(Map.of(RedundancyState.EC, 1L, RedundancyState.REP, 1L, RedundancyState.LATE_REP, 1L));
    }

    @Test
    default void compaction_foldsTheHistoryUpToAnEpochIntoTheRow() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(DOG, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        table.remap(DOG, RedundancyEvent.SWAP, OTHER_SIX);
        table.remaps.advanceEpoch(table.fence());
        table.remap(CAT, RedundancyEvent.COOLED, null);
        table.remaps.advanceEpoch(table.fence());
        table.remap(CAT, RedundancyEvent.SWAP, OTHER_SIX);
        ObjectMapping cat = table.row(CAT);
        ObjectMapping dog = table.row(DOG);

        assertThat(table.remaps.compact(table.fence(), 2)).isEqualTo(3);
        assertThat(table.mapping.history(CAT)).extracting(EpochLogEntry::epoch).containsExactly(3L);
        assertThat(table.mapping.history(DOG)).isEmpty();
        assertThat(table.row(CAT)).isEqualTo(cat);
        assertThat(table.row(DOG)).isEqualTo(dog);
        assertThat(table.remaps.compact(table.fence(), 2)).isZero();
    }

    @Test
    default void remapOfACompactedEpoch_isStillRecognised() {
        TableFixture table = table();
        Remap upgrade = table.plan(table.put(CAT, SIX), RedundancyEvent.UPGRADE, THREE);
        table.apply(upgrade);
        table.remaps.compact(table.fence(), table.epoch());

        assertThat(table.apply(upgrade)).isEqualTo(Outcome.ALREADY_APPLIED);
    }
}
