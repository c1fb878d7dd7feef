package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.TableFixture.GRACE;
import static io.chameleon.core.mapping.table.TableFixture.MILLISECOND;
import static io.chameleon.core.mapping.table.TableFixture.ec;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static io.chameleon.core.mapping.table.TableFixture.rep;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.CommitResult.Status;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Condition.IfMatch;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Lookups and commits (docs/reference/state-machine.md, "What a commit does"). */
public interface CommitContract {
    ObjectId CAT = object("cats/tom");
    ObjectId DOG = object("dogs/rex");
    Placement SIX = ec(1, 2, 3, 4, 5, 6);
    Placement THREE = rep(7, 8, 9);

    TableFixture table();

    @Test
    default void lookup_ofAnUnknownObject_hasNoMappingAndStartsOnEc() {
        assertThat(table().mapping.lookup(CAT)).isEqualTo(new Lookup(null, RedundancyPolicy.EC));
    }

    @Test
    default void bucketPolicy_onceSet_isToldWithEveryLookupOfThatBucketAlone() {
        TableFixture table = table();
        ObjectMapping row = table.put(CAT, SIX);
        table.mapping.setBucketPolicy(TableFixture.BUCKET, RedundancyPolicy.REP);

        assertThat(table.mapping.lookup(CAT)).isEqualTo(new Lookup(row, RedundancyPolicy.REP));
        assertThat(table.mapping.lookup(DOG)).isEqualTo(new Lookup(null, RedundancyPolicy.REP));
        assertThat(table.mapping.lookup(new ObjectId("films", "x")).bucketPolicy())
                .isEqualTo(RedundancyPolicy.EC);

        table.mapping.setBucketPolicy(TableFixture.BUCKET, RedundancyPolicy.EC);
        assertThat(table.mapping.lookup(DOG).bucketPolicy()).isEqualTo(RedundancyPolicy.EC);
    }

    @Test
    default void lookup_ofSeveralObjects_answersEachInItsPlace() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        table.mapping.setBucketPolicy(TableFixture.BUCKET, RedundancyPolicy.REP);
        ObjectId elsewhere = new ObjectId("films", "x");

        assertThat(table.mapping.lookup(List.of(DOG, CAT, elsewhere, CAT)))
                .containsExactly(
                        new Lookup(null, RedundancyPolicy.REP),
                        new Lookup(cat, RedundancyPolicy.REP),
                        new Lookup(null, RedundancyPolicy.EC),
                        new Lookup(cat, RedundancyPolicy.REP));
        assertThat(table.mapping.lookup(List.of())).isEmpty();
    }

    @Test
    default void bucketPolicy_ofABadBucketName_isRefused() {
        assertThatThrownBy(() -> table().mapping.setBucketPolicy("No Bucket", RedundancyPolicy.REP))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("No Bucket");
    }

    @Test
    default void commit_ofANewObject_makesAStableRowWithEverythingTheWriterSaid() {
        TableFixture table = table();
        Commit commit = table.write(CAT, SIX);
        CommitResult result = table.commit(commit);

        assertThat(result.status()).isEqualTo(Status.COMMITTED);
        ObjectMapping row = table.row(CAT);
        assertThat(result.current()).isEqualTo(row);
        long now = table.clock.millis();
        assertThat(row)
                .isEqualTo(new ObjectMapping(
                        CAT,
                        commit.writeId(),
                        commit.content(),
                        RedundancyState.EC,
                        null,
                        SIX,
                        false,
                        0,
                        row.heatScore(),
                        1,
                        1,
                        now,
                        now,
                        row.version(),
                        false,
                        ""));
        assertThat(row.heat(1)).isCloseTo(1, within(1e-9));
        assertThat(table.garbage()).isEmpty();
        assertThat(table.mapping.history(CAT)).isEmpty();
    }

    @Test
    default void object_keepsTheEpochOfItsFirstWrite_andItsSuccessorHasItsOwn() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.remaps.advanceEpoch(table.fence());
        assertThat(table.put(CAT, SIX)).satisfies(row -> {
            assertThat(row.createdEpoch()).isEqualTo(1);
            assertThat(row.lastWriteEpoch()).isEqualTo(2);
        });
        table.mapping.delete(CAT, Condition.NONE);
        assertThat(table.put(CAT, SIX).createdEpoch()).isEqualTo(2);
    }

    @Test
    default void commit_ofUnusualContent_comesBackAsItWas() {
        TableFixture table = table();
        ObjectId id = object("\u00fc/\ud83d\ude00 '\"\\%_\n".repeat(64) + "\u0001\uffff");
        Map<String, String> metadata = Map.of("", "", "k'\"\\{}", "\ud83d\ude00\t\n=", "null", "x".repeat(2000));
        Commit empty = new Commit(
                id,
                new ObjectContent(table.newWriteId(id), 0, ObjectContent.MAX_SEGMENT_BYTES, -1, "", metadata),
                THREE,
                List.of(),
                Condition.NONE);

        assertThat(table.commit(empty).status()).isEqualTo(Status.COMMITTED);
        assertThat(table.row(id).content()).isEqualTo(empty.content());
        assertThat(table.row(id).id()).isEqualTo(id);

        Commit huge = new Commit(
                id,
                new ObjectContent(table.newWriteId(id), 1L << 40, 1 << 20, Integer.MIN_VALUE, "a/b", Map.of()),
                THREE,
                List.of(),
                Condition.NONE);
        assertThat(table.commit(huge).status()).isEqualTo(Status.COMMITTED);
        assertThat(table.row(id).content()).isEqualTo(huge.content());
    }

    @Test
    default void commit_ofNothing_answersNothing() {
        assertThat(table().mapping.commit(List.of())).isEmpty();
    }

    @Test
    default void commit_overAnEarlierVersion_takesItsPlaceAndQueuesItsFragments() {
        TableFixture table = table();
        ObjectMapping first = table.put(CAT, SIX);
        table.clock.advance(Duration.ofSeconds(5));
        Commit overwrite = table.write(CAT, SIX);
        table.commit(overwrite);

        ObjectMapping row = table.row(CAT);
        assertThat(row.writeId()).isEqualTo(overwrite.writeId());
        assertThat(row.version()).isEqualTo(first.version() + 1);
        assertThat(row.createdMillis()).isEqualTo(first.createdMillis());
        assertThat(row.modifiedMillis()).isEqualTo(table.clock.millis());
        assertThat(table.garbageOf(first.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(table.garbage()).hasSize(6).allMatch(garbage -> garbage.sinceMillis() == table.clock.millis());
        assertThat(table.mapping.history(CAT)).as("it completed no remap").isEmpty();
    }

    @Test
    default void commit_withoutACondition_winsOverLaterWriteIds() {
        TableFixture table = table();
        Commit slow = table.write(CAT, SIX);
        ObjectMapping quick = table.put(CAT, THREE);
        table.commit(slow);

        assertThat(table.row(CAT).writeId()).isEqualTo(slow.writeId());
        assertThat(table.garbageOf(quick.writeId())).containsExactlyInAnyOrderElementsOf(THREE.servers());
    }

    @Test
    default void commit_atTheDestination_completesTheRemap() {
        TableFixture table = table();
        ObjectMapping old = table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        table.clock.advance(MILLISECOND);
        ObjectMapping row = table.put(CAT, THREE);

        assertThat(row.state()).isEqualTo(RedundancyState.REP);
        assertThat(row.source()).isNull();
        assertThat(row.destination()).isEqualTo(THREE);
        assertThat(row.version()).isEqualTo(old.version() + 2);
        assertThat(table.garbageOf(old.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
        List<EpochLogEntry> history = table.mapping.history(CAT);
        assertThat(history).hasSize(2);
        EpochLogEntry written = history.get(1);
        assertThat(written)
                .isEqualTo(new EpochLogEntry(
                        CAT,
                        1,
                        RedundancyEvent.WRITTEN,
                        RedundancyState.LATE_REP,
                        RedundancyState.REP,
                        List.of(),
                        THREE.servers(),
                        written.reason(),
                        table.clock.millis()));
        assertThat(written.reason()).isNotEmpty();
    }

    @Test
    default void commit_atTheSource_keepsTheIntent() {
        TableFixture table = table();
        ObjectMapping old = table.put(CAT, SIX);
        ObjectMapping late = table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        ObjectMapping row = table.put(CAT, SIX);

        assertThat(row.state()).isEqualTo(RedundancyState.LATE_REP);
        assertThat(row.source()).isEqualTo(SIX);
        assertThat(row.destination()).isEqualTo(THREE);
        assertThat(row.remapEpoch()).isEqualTo(late.remapEpoch());
        assertThat(table.garbageOf(old.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(table.mapping.history(CAT)).hasSize(1);
    }

    @Test
    default void commit_onOtherServers_isStableWhereItWasWritten() {
        TableFixture table = table();
        ObjectMapping old = table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        Placement replaced = rep(7, 8, 10);
        ObjectMapping row = table.put(CAT, replaced);

        assertThat(row.state()).isEqualTo(RedundancyState.REP);
        assertThat(row.source()).isNull();
        assertThat(row.destination()).isEqualTo(replaced);
        assertThat(table.garbageOf(old.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(table.mapping.history(CAT))
                .extracting(EpochLogEntry::to)
                .last()
                .isEqualTo(RedundancyState.REP);
    }

    @Test
    default void commit_thatMissesFragments_isDegradedUntilTheNextWholeWrite() {
        TableFixture table = table();
        Commit whole = table.write(CAT, SIX);
        table.commit(new Commit(CAT, whole.content(), SIX, List.of(5), Condition.NONE));
        assertThat(table.row(CAT).degraded()).isTrue();

        table.put(CAT, SIX);
        assertThat(table.row(CAT).degraded()).isFalse();
    }

    @Test
    default void commit_foldsEachWriteIntoTheHeat() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.put(CAT, SIX);
        table.put(CAT, SIX);
        table.remaps.advanceEpoch(table.fence());
        table.remaps.advanceEpoch(table.fence());
        table.put(CAT, SIX);
        ObjectMapping row = table.put(CAT, SIX);

        assertThat(row.heat(3)).as("3 writes two epochs ago and 2 now (Eq. 1)").isCloseTo(2.75, within(1e-9));
        assertThat(row.lastWriteEpoch()).isEqualTo(3);
    }

    @Test
    default void repeatedCommit_ofTheCurrentVersion_changesNothing() {
        TableFixture table = table();
        table.put(CAT, THREE);
        Commit commit = table.write(CAT, SIX);
        table.commit(commit);
        ObjectMapping row = table.row(CAT);
        List<Garbage> garbage = table.garbage();
        table.clock.advance(MILLISECOND);

        assertThat(table.commit(commit)).isEqualTo(new CommitResult(Status.COMMITTED, row));
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.garbage()).isEqualTo(garbage);
    }

    @Test
    default void repeatedCommit_ofASupersededVersion_isToldSo() {
        TableFixture table = table();
        Commit commit = table.write(CAT, SIX);
        table.commit(commit);
        ObjectMapping row = table.put(CAT, SIX);
        List<Garbage> garbage = table.garbage();

        assertThat(table.commit(commit)).isEqualTo(new CommitResult(Status.SUPERSEDED, row));
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.garbage()).isEqualTo(garbage);

        table.collectAll();
        assertThat(table.commit(commit)).isEqualTo(new CommitResult(Status.SUPERSEDED, row));
    }

    @Test
    default void repeatedCommit_ofADeletedObject_doesNotBringItBack() {
        TableFixture table = table();
        Commit commit = table.write(CAT, SIX);
        table.commit(commit);
        table.mapping.delete(CAT, Condition.NONE);
        assertThat(table.commit(commit)).isEqualTo(new CommitResult(Status.SUPERSEDED, null));
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();

        ObjectMapping reborn = table.put(CAT, SIX);
        assertThat(table.commit(commit)).isEqualTo(new CommitResult(Status.SUPERSEDED, reborn));
    }

    @Test
    default void repeatedCommit_afterItsCondition_wasMetByTheFirstTry_isCommitted() {
        TableFixture table = table();
        Commit create = table.write(CAT, SIX, Condition.IF_ABSENT);
        table.commit(create);
        assertThat(table.commit(create)).isEqualTo(new CommitResult(Status.COMMITTED, table.row(CAT)));

        Commit replace = table.write(CAT, SIX, new IfMatch(create.writeId()));
        table.commit(replace);
        assertThat(table.commit(replace)).isEqualTo(new CommitResult(Status.COMMITTED, table.row(CAT)));
        assertThat(table.commit(create).status()).isEqualTo(Status.SUPERSEDED);
    }

    @Test
    default void repeatedCommit_inOneBatch_isCommittedOnce() {
        TableFixture table = table();
        Commit commit = table.write(CAT, SIX);
        ObjectMapping row = requireNonNull(
                table.mapping.commit(List.of(commit, commit)).get(1).current());

        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(row.heat(1)).isCloseTo(1, within(1e-9));
        assertThat(table.garbage()).isEmpty();
    }

    @Test
    default void repeatedCommit_ofAVersionThatWasMigrated_isStillTheCurrentOne() {
        TableFixture table = table();
        Commit commit = table.write(CAT, SIX);
        table.commit(commit);
        ObjectMapping waiting = table.remap(CAT, RedundancyEvent.SWAP, ec(7, 8, 9, 10, 11, 12));
        table.migrate(waiting, table.newWriteId());

        assertThat(table.commit(commit)).isEqualTo(new CommitResult(Status.COMMITTED, table.row(CAT)));
        table.put(CAT, SIX);
        assertThat(table.commit(commit).status()).isEqualTo(Status.SUPERSEDED);
    }

    @Test
    default void commit_ifAbsent_succeedsForANewObjectOnly() {
        TableFixture table = table();
        assertThat(table.commit(table.write(CAT, SIX, Condition.IF_ABSENT)).status())
                .isEqualTo(Status.COMMITTED);
        ObjectMapping row = table.row(CAT);

        assertThat(table.commit(table.write(CAT, SIX, Condition.IF_ABSENT)))
                .isEqualTo(new CommitResult(Status.PRECONDITION_FAILED, row));
        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.garbageOf(row.writeId())).isEmpty();
    }

    @Test
    default void commit_ifMatch_succeedsOverThatVersionOnly() {
        TableFixture table = table();
        assertThat(table.commit(table.write(CAT, SIX, new IfMatch(table.newWriteId()))))
                .isEqualTo(new CommitResult(Status.PRECONDITION_FAILED, null));

        WriteId first = table.put(CAT, SIX).content().contentId();
        assertThat(table.commit(table.write(CAT, SIX, new IfMatch(first))).status())
                .isEqualTo(Status.COMMITTED);
        assertThat(table.commit(table.write(CAT, SIX, new IfMatch(first))))
                .isEqualTo(new CommitResult(Status.PRECONDITION_FAILED, table.row(CAT)));
    }

    @Test
    default void commit_ifMatch_holdsAfterABulkMigration() {
        TableFixture table = table();
        WriteId tag = table.put(CAT, SIX).content().contentId();
        ObjectMapping waiting = table.remap(CAT, RedundancyEvent.SWAP, ec(7, 8, 9, 10, 11, 12));
        table.migrate(waiting, table.newWriteId());

        assertThat(table.commit(table.write(CAT, SIX, new IfMatch(tag))).status())
                .isEqualTo(Status.COMMITTED);
    }

    @Test
    default void commit_asOldAsTheGracePeriod_isTaken_butNotOlder() {
        TableFixture table = table();
        ObjectMapping row = table.put(DOG, SIX);
        Commit inTime = table.write(CAT, SIX);
        Commit late = table.write(DOG, SIX);
        Commit lateAndNew = table.write(object("new"), SIX);

        table.clock.advance(GRACE);
        assertThat(table.commit(inTime).status()).isEqualTo(Status.COMMITTED);
        table.clock.advance(MILLISECOND);
        assertThat(table.commit(late)).isEqualTo(new CommitResult(Status.TOO_OLD, row));
        assertThat(table.commit(lateAndNew)).isEqualTo(new CommitResult(Status.TOO_OLD, null));
        assertThat(table.row(DOG)).isEqualTo(row);
        assertThat(table.garbage()).isEmpty();
    }

    @Test
    default void repeatedCommit_olderThanTheGracePeriod_isStillRecognised() {
        TableFixture table = table();
        Commit current = table.write(CAT, SIX);
        Commit superseded = table.write(DOG, SIX);
        table.mapping.commit(List.of(current, superseded, table.write(DOG, SIX)));
        table.clock.advance(GRACE.multipliedBy(3));

        assertThat(table.commit(current).status()).isEqualTo(Status.COMMITTED);
        assertThat(table.commit(superseded).status()).isEqualTo(Status.SUPERSEDED);

        table.collectAll();
        table.clock.advance(GRACE);
        assertThat(table.commit(superseded).status()).as("remembered").isEqualTo(Status.SUPERSEDED);
        table.clock.advance(MILLISECOND);
        assertThat(table.commit(superseded).status()).as("forgotten").isEqualTo(Status.TOO_OLD);
    }

    @Test
    default void repeatedCommit_ofAWriterWhoseClockIsAhead_neverBringsAnOldVersionBack() {
        TableFixture table = table();
        Commit commit = TableFixture.write(ahead(table, MappingRules.LONGEST_LEAD), CAT, SIX, Condition.NONE);
        assertThat(table.commit(commit).status()).isEqualTo(Status.COMMITTED);
        table.put(CAT, THREE);
        table.collectAll();

        for (int hour = 0; hour < 8; hour++) {
            table.clock.advance(GRACE.plus(MILLISECOND));
            table.collectAll();
            assertThat(table.commit(commit).status())
                    .as("%d grace periods after its fragments were deleted", hour + 1)
                    .isIn(Status.SUPERSEDED, Status.TOO_OLD);
        }
    }

    @Test
    default void commit_datedFurtherAheadThanHonestClocksAreApart_isRefused_untilItIsNot() {
        TableFixture table = table();
        ObjectMapping row = table.put(DOG, SIX);
        Duration lead = MappingRules.LONGEST_LEAD.plus(MILLISECOND);
        Commit commit = TableFixture.write(ahead(table, lead), DOG, THREE, Condition.NONE);
        Commit repeat = TableFixture.write(row.writeId(), DOG, SIX, Condition.NONE);

        assertThat(table.commit(commit)).isEqualTo(new CommitResult(Status.FROM_FUTURE, row));
        assertThat(table.row(DOG)).isEqualTo(row);
        assertThat(table.garbage()).isEmpty();
        assertThat(table.commit(repeat).status()).isEqualTo(Status.COMMITTED);

        table.clock.advance(MILLISECOND);
        assertThat(table.commit(commit).status()).isEqualTo(Status.COMMITTED);
    }

    @Test
    default void overwritesOfAWriterWhoseClockIsAYearAhead_leaveNothingThatStaysForAYear() {
        TableFixture table = table();
        Commit first = TableFixture.write(ahead(table, Duration.ofDays(365)), CAT, SIX, Condition.NONE);

        assertThat(table.commit(first).status()).isEqualTo(Status.FROM_FUTURE);
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();
        assertThat(table.garbage.liveWrites(SIX.servers().get(0), List.of(first.writeId())))
                .as("its fragments are not in flight for a year")
                .isEmpty();
    }

    private static WriteId ahead(TableFixture table, Duration lead) {
        return new WriteIds(InstantSource.offset(table.clock, lead), new SplittableRandom(2)).next(CAT);
    }

    @Test
    default void commitBatch_decidesEachOnItsOwn_inTheOrderGiven() {
        TableFixture table = table();
        Commit tooOld = table.write(object("old"), SIX);
        table.clock.advance(GRACE.plus(MILLISECOND));
        Commit first = table.write(CAT, SIX);
        Commit second = table.write(CAT, THREE);
        Commit refused = table.write(CAT, SIX, Condition.IF_ABSENT);
        Commit last = table.write(DOG, SIX, Condition.IF_ABSENT);

        assertThat(table.mapping.commit(List.of(first, tooOld, second, refused, last)))
                .extracting(CommitResult::status)
                .containsExactly(
                        Status.COMMITTED,
                        Status.TOO_OLD,
                        Status.COMMITTED,
                        Status.PRECONDITION_FAILED,
                        Status.COMMITTED);
        assertThat(table.row(CAT).writeId()).isEqualTo(second.writeId());
        assertThat(table.row(DOG).writeId()).isEqualTo(last.writeId());
        assertThat(table.garbageOf(first.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(table.mapping.lookup(object("old")).mapping()).isNull();
    }

    @Test
    default void commitBatch_answersEachWithTheRowAsThatCommitLeftIt() {
        TableFixture table = table();
        List<Commit> commits = List.of(table.write(CAT, SIX), table.write(DOG, SIX), table.write(CAT, THREE));
        List<CommitResult> results = table.mapping.commit(commits);

        for (int i = 0; i < commits.size(); i++) {
            ObjectMapping row = requireNonNull(results.get(i).current());
            assertThat(row.writeId()).isEqualTo(commits.get(i).writeId());
            assertThat(row.destination()).isEqualTo(commits.get(i).used());
        }
    }

    @Test
    default void damage_ofTheCurrentVersion_marksItDegradedOnce() {
        TableFixture table = table();
        ObjectMapping row = table.put(CAT, SIX);
        Damage damage = new Damage(CAT, row.writeId(), List.of(2));
        table.mapping.reportDamage(damage);

        ObjectMapping degraded = table.row(CAT);
        assertThat(degraded).isEqualTo(MappingRules.damaged(row));
        assertThat(degraded.degraded()).isTrue();
        table.mapping.reportDamage(damage);
        assertThat(table.row(CAT)).isEqualTo(degraded);

        assertThat(table.put(CAT, SIX).degraded()).isFalse();
    }

    @Test
    default void damage_ofAVersionThatIsNotCurrent_changesNothing() {
        TableFixture table = table();
        ObjectMapping old = table.put(CAT, SIX);
        ObjectMapping row = table.put(CAT, SIX);
        table.mapping.reportDamage(new Damage(CAT, old.writeId(), List.of(0)));
        table.mapping.reportDamage(new Damage(DOG, old.writeId(), List.of(0)));

        assertThat(table.row(CAT)).isEqualTo(row);
        assertThat(table.mapping.lookup(DOG).mapping()).isNull();
    }
}
