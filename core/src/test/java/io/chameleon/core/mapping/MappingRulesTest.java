package io.chameleon.core.mapping;

import static io.chameleon.core.mapping.table.TableFixture.ec;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static io.chameleon.core.mapping.table.TableFixture.rep;
import static io.chameleon.core.mapping.table.TableFixture.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules.Change;
import io.chameleon.core.redundancy.IllegalTransitionException;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The rules, called directly; the contracts test them through a table. */
class MappingRulesTest {
    private static final ObjectId ID = object("cats/tom");
    private static final Placement SIX = ec(1, 2, 3, 4, 5, 6);
    private static final Placement OTHER_SIX = ec(4, 5, 6, 7, 8, 9);
    private static final Placement THREE = rep(7, 8, 9);
    private static final Placement OTHER_THREE = rep(9, 10, 11);
    private static final WriteId OLD = new WriteId(1 << 16, 0xABCD_0000L);
    private static final WriteId NEW = new WriteId(2 << 16, 0x1234_0000L);
    private static final long EPOCH = 7;
    private static final long NOW = 5000;

    private static Commit commit(WriteId writeId, Placement used, Integer... missing) {
        ObjectContent content = new ObjectContent(writeId, 40_000, 16_384, 1, "", Map.of());
        return new Commit(ID, content, used, List.of(missing), Condition.NONE);
    }

    /** The row in {@code state}: written once in epoch 3, then remapped in epoch 5 if the state is intermediate. */
    private static ObjectMapping row(RedundancyState state) {
        Placement live = state.livePolicy() == RedundancyPolicy.REP ? THREE : SIX;
        ObjectMapping stable =
                MappingRules.committed(null, commit(OLD, live), 3, 1000).row();
        return switch (state) {
            case REP, EC -> stable;
            case LATE_REP -> remapped(stable, RedundancyEvent.UPGRADE, THREE);
            case LATE_EC -> remapped(stable, RedundancyEvent.DOWNGRADE, SIX);
            case REP_EWO -> remapped(stable, RedundancyEvent.SWAP, OTHER_THREE);
            case EC_EWO -> remapped(stable, RedundancyEvent.SWAP, OTHER_SIX);
        };
    }

    private static ObjectMapping remapped(ObjectMapping row, RedundancyEvent event, @Nullable Placement destination) {
        return MappingRules.remapped(row, new Remap(ID, row.version(), event, destination, 5, "test"));
    }

    @Test
    void firstCommit_makesTheRowByHand() {
        Change change = MappingRules.committed(null, commit(OLD, SIX, 1), EPOCH, NOW);
        assertThat(change.garbageOn()).isEmpty();
        ObjectMapping row = change.row();
        assertThat(row.state()).isEqualTo(RedundancyState.EC);
        assertThat(row.degraded()).isTrue();
        assertThat(row.heatScore()).as("log2(1) + epoch").isCloseTo(7, within(1e-12));
        assertThat(row.lastWriteEpoch()).isEqualTo(EPOCH);
        assertThat(row.createdEpoch()).isEqualTo(EPOCH);
        assertThat(row.createdMillis()).isEqualTo(NOW);
        assertThat(row.version())
                .as("1 + the random half of the write id >>> 16")
                .isEqualTo(0xABCE);
    }

    /**
     * Reading 16: a remap carries the version it was planned on, and a successor of the same name has a different one.
     */
    @Test
    void firstVersions_ofTwoObjectsOfOneName_differ_andArePositive() {
        long one =
                MappingRules.committed(null, commit(OLD, SIX), EPOCH, NOW).row().version();
        long two =
                MappingRules.committed(null, commit(NEW, SIX), EPOCH, NOW).row().version();
        assertThat(one).isNotEqualTo(two);
        WriteId extreme = new WriteId(0, -1);
        assertThat(MappingRules.committed(null, commit(extreme, SIX), EPOCH, NOW)
                        .row()
                        .version())
                .isEqualTo(1L << 48);
    }

    @ParameterizedTest
    @EnumSource
    void commitAtTheDestination_endsInTheStateTheTableSays(RedundancyState state) {
        ObjectMapping before = row(state);
        Change change = MappingRules.committed(before, commit(NEW, before.destination()), EPOCH, NOW);

        ObjectMapping row = change.row();
        assertThat(row.state()).isEqualTo(state.next(RedundancyEvent.WRITTEN));
        assertThat(row.live()).isEqualTo(before.destination());
        assertThat(row.writeId()).isEqualTo(NEW);
        assertThat(row.version()).isEqualTo(before.version() + 1);
        assertThat(row.remapEpoch()).isEqualTo(before.remapEpoch());
        assertThat(row.createdEpoch()).isEqualTo(3);
        assertThat(row.createdMillis()).isEqualTo(1000);
        assertThat(row.modifiedMillis()).isEqualTo(NOW);
        assertThat(row.heat(EPOCH)).as("1 + 1 halved four times").isCloseTo(1.0625, within(1e-9));
        assertThat(change.garbageOn())
                .as("what held the old version")
                .isEqualTo(before.live().servers());
    }

    @ParameterizedTest
    @CsvSource({"0, '0,1,2,3,4,5'", "1, '0,4,5'", "4096, '0,4,5'", "8192, '0,1,4,5'", "40000, '0,1,2,3,4,5'"})
    void versionOfAFewPages_isGarbageWhereItWasStored_andAnEmptyOneIsRememberedEverywhere(int size, String indexes) {
        ObjectContent content = new ObjectContent(OLD, size, 16_384, 1, "", Map.of());
        Commit written = new Commit(ID, content, SIX, List.of(), Condition.NONE);
        ObjectMapping before = MappingRules.committed(null, written, EPOCH, NOW).row();

        assertThat(MappingRules.garbageOf(before))
                .isEqualTo(Stream.of(indexes.split(","))
                        .map(index -> SIX.servers().get(Integer.parseInt(index)))
                        .toList());
        assertThat(MappingRules.committed(before, commit(NEW, OTHER_SIX), EPOCH, NOW)
                        .garbageOn())
                .isEqualTo(MappingRules.garbageOf(before));
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"REP", "EC"})
    void commitAtTheSource_keepsStateAndIntent(RedundancyState state) {
        ObjectMapping before = row(state);
        Change change = MappingRules.committed(before, commit(NEW, before.live()), EPOCH, NOW);

        assertThat(change.row().state()).isEqualTo(state);
        assertThat(change.row().source()).isEqualTo(before.source());
        assertThat(change.row().destination()).isEqualTo(before.destination());
        assertThat(change.row().writeId()).isEqualTo(NEW);
        assertThat(change.garbageOn()).isEqualTo(before.live().servers());
    }

    @ParameterizedTest
    @EnumSource
    void commitElsewhere_isStableOnTheServersUsed(RedundancyState state) {
        for (Placement used : List.of(ec(20, 21, 22, 23, 24, 25), rep(20, 21, 22))) {
            Change change = MappingRules.committed(row(state), commit(NEW, used), EPOCH, NOW);
            assertThat(change.row().state()).isEqualTo(RedundancyState.stable(used.policy()));
            assertThat(change.row().source()).isNull();
            assertThat(change.row().live()).isEqualTo(used);
        }
    }

    @Test
    void commitWhereSourceAndDestinationAreTheSame_endsTheWait() {
        ObjectMapping before = remapped(row(RedundancyState.EC), RedundancyEvent.SWAP, SIX);
        assertThat(MappingRules.committed(before, commit(NEW, SIX), EPOCH, NOW)
                        .row()
                        .state())
                .isEqualTo(RedundancyState.EC);
    }

    @Test
    void commitInAnotherOrderOfServers_isAnotherPlacement() {
        Placement turned = ec(6, 5, 4, 3, 2, 1);
        ObjectMapping row = MappingRules.committed(row(RedundancyState.EC_EWO), commit(NEW, turned), EPOCH, NOW)
                .row();
        assertThat(row.state()).isEqualTo(RedundancyState.EC);
        assertThat(row.live()).as("fragment i is on server i of what was used").isEqualTo(turned);
    }

    /** Reading 9: an EWO state counts as its base policy. */
    @Test
    void ewoStates_countAsTheirBasePolicy() {
        assertThat(row(RedundancyState.REP_EWO).state().nextPolicy()).isEqualTo(RedundancyPolicy.REP);
        assertThat(row(RedundancyState.EC_EWO).state().nextPolicy()).isEqualTo(RedundancyPolicy.EC);
        ObjectMapping upgraded = remapped(row(RedundancyState.EC_EWO), RedundancyEvent.UPGRADE, THREE);
        assertThat(upgraded.state()).isEqualTo(RedundancyState.LATE_REP);
        assertThat(upgraded.source()).isEqualTo(SIX);
        ObjectMapping downgraded = remapped(row(RedundancyState.REP_EWO), RedundancyEvent.DOWNGRADE, SIX);
        assertThat(downgraded.state()).isEqualTo(RedundancyState.LATE_EC);
        assertThat(downgraded.source()).isEqualTo(THREE);
    }

    /**
     * Reading 11: if heat turns before the late change is written, the object returns to the source and nothing moves.
     */
    @Test
    void intentsOvertaken_goBackToTheSourceAtNoCost() {
        ObjectMapping cooled = remapped(row(RedundancyState.LATE_REP), RedundancyEvent.COOLED, null);
        assertThat(cooled.state()).isEqualTo(RedundancyState.EC);
        assertThat(cooled.source()).isNull();
        assertThat(cooled.destination()).isEqualTo(SIX);
        ObjectMapping heated = remapped(row(RedundancyState.LATE_EC), RedundancyEvent.HEATED, null);
        assertThat(heated.state()).isEqualTo(RedundancyState.REP);
        assertThat(heated.destination()).isEqualTo(THREE);
        ObjectMapping cancelled = remapped(row(RedundancyState.EC_EWO), RedundancyEvent.CANCEL, null);
        assertThat(cancelled.state()).isEqualTo(RedundancyState.EC);
        assertThat(cancelled.destination()).isEqualTo(SIX);
        assertThat(List.of(cooled, heated, cancelled))
                .allMatch(row -> row.writeId().equals(OLD));
    }

    /** Reading 15: until the destination is written, all reads go to the source. */
    @Test
    void reads_inAnIntermediateState_goToTheSource() {
        assertThat(row(RedundancyState.LATE_REP).live()).isEqualTo(SIX);
        assertThat(row(RedundancyState.LATE_EC).live()).isEqualTo(THREE);
        assertThat(row(RedundancyState.REP_EWO).live()).isEqualTo(THREE);
        assertThat(row(RedundancyState.EC_EWO).live()).isEqualTo(SIX);
        ObjectMapping retargeted =
                remapped(row(RedundancyState.EC_EWO), RedundancyEvent.RETARGET, ec(9, 8, 7, 6, 5, 4));
        assertThat(retargeted.live()).isEqualTo(SIX);
    }

    /** Reading 16: a remap was applied if and only if the row has its epoch and a later version. */
    @Test
    void remapMeetingItsOwnWork_isToldFromOneThatCameTooLate() {
        ObjectMapping before = row(RedundancyState.EC);
        Remap upgrade = new Remap(ID, before.version(), RedundancyEvent.UPGRADE, THREE, 5, "hot");
        ObjectMapping applied = MappingRules.remapped(before, upgrade);
        ObjectMapping overwritten =
                MappingRules.committed(before, commit(NEW, SIX), EPOCH, NOW).row();

        assertThat(MappingRules.alreadyApplied(before, upgrade)).isFalse();
        assertThat(MappingRules.alreadyApplied(applied, upgrade)).isTrue();
        assertThat(MappingRules.alreadyApplied(overwritten, upgrade)).isFalse();
        Remap ofNextEpoch = new Remap(ID, before.version(), RedundancyEvent.UPGRADE, THREE, 6, "hot");
        assertThat(MappingRules.alreadyApplied(applied, ofNextEpoch)).isFalse();
    }

    /** Reading 17: an object deleted and written again starts without intent and heat. */
    @Test
    void objectWrittenAgain_bearsNothingOfItsPredecessor() {
        ObjectMapping reborn =
                MappingRules.committed(null, commit(NEW, SIX), EPOCH, NOW).row();
        assertThat(reborn.state().isIntermediate()).isFalse();
        assertThat(reborn.remapEpoch()).isZero();
        assertThat(reborn.heat(EPOCH)).isCloseTo(1, within(1e-12));
    }

    @Test
    void remap_changesIntentOnly() {
        ObjectMapping before = row(RedundancyState.EC);
        ObjectMapping after = remapped(before, RedundancyEvent.UPGRADE, THREE);
        assertThat(after)
                .isEqualTo(new ObjectMapping(
                        ID,
                        OLD,
                        before.content(),
                        RedundancyState.LATE_REP,
                        SIX,
                        THREE,
                        false,
                        5,
                        before.heatScore(),
                        3,
                        3,
                        1000,
                        1000,
                        before.version() + 1,
                        false,
                        ""));
    }

    @Test
    void remap_thatTheTableDoesNotKnow_isAnError() {
        assertThatThrownBy(() -> remapped(row(RedundancyState.REP), RedundancyEvent.UPGRADE, THREE))
                .isInstanceOf(IllegalTransitionException.class);
        assertThatThrownBy(() -> remapped(row(RedundancyState.EC), RedundancyEvent.CANCEL, null))
                .isInstanceOf(IllegalTransitionException.class);
        assertThatThrownBy(() -> remapped(row(RedundancyState.EC), RedundancyEvent.SWAP, THREE))
                .as("a swap does not change the policy")
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void migration_ofUnchangedFragments_leavesGarbageWhereNothingIsLiveAnyMore() {
        ObjectMapping before = row(RedundancyState.EC_EWO);
        Change change = MappingRules.migrated(before, new Migration(ID, before.version(), OLD, EPOCH));
        assertThat(change.row().state()).isEqualTo(RedundancyState.EC);
        assertThat(change.row().live()).isEqualTo(OTHER_SIX);
        assertThat(change.garbageOn()).containsExactly(server(1), server(2), server(3));
    }

    @Test
    void migration_codedAnew_leavesGarbageOnTheWholeSource() {
        ObjectMapping before = row(RedundancyState.LATE_EC);
        Change change = MappingRules.migrated(before, new Migration(ID, before.version(), NEW, EPOCH));
        assertThat(change.row().writeId()).isEqualTo(NEW);
        assertThat(change.row().content().contentId())
                .as("the entity tag stays")
                .isEqualTo(OLD);
        assertThat(change.row().version()).isEqualTo(before.version() + 1);
        assertThat(change.garbageOn()).isEqualTo(THREE.servers());
    }

    @Test
    void migrationMeetingItsOwnWork_isRecognised() {
        ObjectMapping before = row(RedundancyState.EC_EWO);
        Migration migration = new Migration(ID, before.version(), NEW, EPOCH);
        ObjectMapping after = MappingRules.migrated(before, migration).row();
        assertThat(MappingRules.alreadyApplied(before, migration)).isFalse();
        assertThat(MappingRules.alreadyApplied(after, migration)).isTrue();
        assertThat(MappingRules.alreadyApplied(MappingRules.damaged(before), migration))
                .isFalse();
    }

    @Test
    void damage_marksTheRowAndCountsAsAChange() {
        ObjectMapping before = row(RedundancyState.LATE_EC);
        ObjectMapping after = MappingRules.damaged(before);
        assertThat(after.degraded()).isTrue();
        assertThat(after.version()).isEqualTo(before.version() + 1);
        assertThat(after.state()).isEqualTo(before.state());
    }

    @Test
    void age_isTooOld_onceItExceedsTheGracePeriod() {
        Duration grace = Duration.ofMillis(1000);
        WriteId at2000 = new WriteId(2000L << 16 | 0xFFFF, -1);
        assertThat(MappingRules.tooOld(at2000, 3000, grace)).isFalse();
        assertThat(MappingRules.tooOld(at2000, 3001, grace)).isTrue();
        assertThat(MappingRules.rememberedUntil(at2000, 1000, grace))
                .as("as long as it may be repeated")
                .isEqualTo(2000 + grace.toMillis());
        assertThat(MappingRules.rememberedUntil(WriteId.parse("f".repeat(32)), 1000, grace))
                .as("a day ahead at most")
                .isEqualTo(1000 + Duration.ofDays(1).toMillis() + grace.toMillis());
        assertThat(MappingRules.tooOld(at2000, 1, grace))
                .as("a writer whose clock is ahead")
                .isFalse();
    }
}
