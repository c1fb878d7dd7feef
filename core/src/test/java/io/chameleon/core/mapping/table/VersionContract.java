package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.DOG;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static io.chameleon.core.mapping.table.TableFixture.BUCKET;
import static io.chameleon.core.mapping.table.TableFixture.MILLISECOND;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Condition.IfCovered;
import io.chameleon.core.mapping.Condition.IfMatch;
import io.chameleon.core.mapping.Condition.IfNoncurrent;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Versions of objects, in buckets that keep them (docs/internals/metadata.md). */
public interface VersionContract extends VersionModelContract, CopyContract {
    int PART = 20_000;
    QuotaScope QUOTA = QuotaScope.bucket(BUCKET);

    @Override
    TableFixture table();

    /** Sets whether the bucket of all these tests keeps versions. */
    static void set(TableFixture table, Versioning versioning) {
        if (table.buckets.find(BUCKET) == null) {
            table.buckets.create(BUCKET, "");
        }
        table.buckets.configure(BUCKET, Map.of(Versioning.SETTING, versioning.text()));
    }

    private TableFixture versioned() {
        TableFixture table = table();
        set(table, Versioning.ENABLED);
        return table;
    }

    private static ObjectMapping put(TableFixture table, ObjectId id) {
        table.clock.advance(MILLISECOND);
        return table.put(id, SIX);
    }

    private static @Nullable ObjectVersion find(TableFixture table, ObjectId id, ObjectMapping of) {
        return table.versions().find(id, VersionId.of(of));
    }

    private static ObjectVersion latest(TableFixture table, ObjectId id) {
        return requireNonNull(table.versions().find(id, null));
    }

    private static Deletion mark(TableFixture table, ObjectId id) {
        table.clock.advance(MILLISECOND);
        return table.versions().delete(id, null, Condition.NONE);
    }

    private static Deletion delete(TableFixture table, ObjectId id, VersionId version) {
        return table.versions().delete(id, version, Condition.NONE);
    }

    private static Deletion delete(TableFixture table, ObjectMapping row) {
        return delete(table, CAT, VersionId.of(row));
    }

    private static List<VersionId> ids(TableFixture table, ObjectId id) {
        return table
                .versions()
                .list(new VersionQuery(new ListQuery(BUCKET, id.key(), "", "", 1000), null))
                .versions()
                .stream()
                .filter(version -> version.object().equals(id))
                .map(ObjectVersion::id)
                .toList();
    }

    static ObjectId component(WriteId contentId) {
        return Components.id(BUCKET, contentId);
    }

    private static ObjectId component(ObjectMapping row) {
        return component(row.content().contentId());
    }

    static int sweepAll(TableFixture table) {
        int all = 0;
        for (int swept = table.garbage.sweepUploads(table.fence(), 100);
                swept > 0;
                swept = table.garbage.sweepUploads(table.fence(), 100)) {
            all += swept;
        }
        return all;
    }

    static List<ObjectMapping> rowsOf(TableFixture table, String bucket) {
        return table.mapping.list(new ListQuery(bucket, "", "", "", 1000)).objects();
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    default void commitThatWasRefusedBelowADeleteMarker_staysRefusedOnceTheMarkerIsGone_andItsFragmentsGo() {
        TableFixture table = versioned();
        ObjectMapping cat = put(table, CAT);
        Deletion marker = mark(table, CAT);
        Commit refused = table.write(CAT, THREE, new IfMatch(cat.content().contentId()));
        assertThat(table.commit(refused)).isEqualTo(new CommitResult(CommitResult.Status.PRECONDITION_FAILED, null));
        assertThat(table.garbageOf(refused.writeId())).containsExactlyElementsOf(THREE.servers());

        delete(table, CAT, requireNonNull(marker.version()));
        ObjectMapping back = table.row(CAT);
        assertThat(back.content()).isEqualTo(cat.content());
        assertThat(table.commit(refused))
                .as("the condition holds now, but its client was told that it does not")
                .isEqualTo(new CommitResult(CommitResult.Status.PRECONDITION_FAILED, back));
        assertThat(table.row(CAT)).isEqualTo(back);
        assertThat(table.garbageOf(cat.writeId())).isEmpty();
    }

    @Test
    default void commitThatAsksForAVersionOfADeletedObject_isRefused_andItsFragmentsGo() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        table.mapping.delete(CAT, Condition.NONE);
        Commit refused = table.write(CAT, THREE, new IfMatch(cat.content().contentId()));

        assertThat(table.commit(refused)).isEqualTo(new CommitResult(CommitResult.Status.PRECONDITION_FAILED, null));
        assertThat(table.garbageOf(refused.writeId())).containsExactlyElementsOf(THREE.servers());
    }

    /** A new version in two chunks; returns all writes it made. */
    static List<WriteId> putChunked(TableFixture table, ObjectId id) {
        WriteId contentId = table.newWriteId(id);
        List<WriteId> writes = new ArrayList<>(List.of(contentId));
        for (int number = 0; number < 2; number++) {
            WriteId chunk = table.newWriteId();
            writes.add(chunk);
            ObjectContent content = new ObjectContent(chunk, 32_768, 16_384, 1, "", Map.of());
            Commit commit =
                    new Commit(Chunks.id(BUCKET, contentId, number), content, SIX, List.of(), Condition.IF_ABSENT);
            assertThat(table.commit(commit).status()).isEqualTo(CommitResult.Status.COMMITTED);
        }
        ObjectContent whole = new ObjectContent(contentId, 65_536, 16_384, 32_768, 9, "", Map.of());
        assertThat(table.commit(new Commit(id, whole, SIX, List.of(), Condition.NONE))
                        .status())
                .isEqualTo(CommitResult.Status.COMMITTED);
        return writes;
    }

    /** A new version composed of two parts; returns the writes of the parts. */
    static List<WriteId> putComposed(TableFixture table, ObjectId id) {
        Upload upload = table.uploads.begin(new NewUpload(id, table.newWriteId(id), "", null, "", Map.of()));
        List<UploadPart> parts = new ArrayList<>();
        for (int number = 1; number <= 2; number++) {
            WriteId part = table.newWriteId(id);
            ObjectContent content = new ObjectContent(part, PART, 16_384, 1, "", Map.of());
            table.commit(new Commit(component(part), content, SIX, List.of(), Condition.IF_ABSENT));
            parts.add(table.uploads.addPart(new NewPart(id, upload.id(), number, part, Map.of())));
        }
        List<Completion.Named> named = parts.stream()
                .map(part -> new Completion.Named(part.number(), part.component()))
                .toList();
        assertThat(table.uploads
                        .complete(new Completion(id, upload.id(), named, "", Map.of(), Condition.NONE))
                        .status())
                .isEqualTo(CommitResult.Status.COMMITTED);
        return parts.stream().map(UploadPart::component).toList();
    }

    @Test
    default void bucketThatKeepsNoVersions_hasOneOfEachObject_calledNull() {
        TableFixture table = table();
        put(table, CAT);
        ObjectMapping row = put(table, CAT);
        assertThat(row.versioned()).isFalse();
        assertThat(latest(table, CAT)).isEqualTo(ObjectVersion.current(row));
        assertThat(table.versions().find(CAT, VersionId.NULL)).isEqualTo(ObjectVersion.current(row));
        assertThat(table.versions().find(CAT, VersionId.of(row.content().contentId(), true)))
                .isNull();
        assertThat(table.versions().find(DOG, null)).isNull();
        assertThat(ids(table, CAT)).containsExactly(VersionId.NULL);

        assertThat(delete(table, CAT, VersionId.of(table.newWriteId(), true)).result())
                .isEqualTo(DeleteResult.NOT_FOUND);
        assertThat(table.versions().delete(CAT, null, Condition.NONE)).isEqualTo(Deletion.of(DeleteResult.DELETED));
        assertThat(table.versions().delete(CAT, null, Condition.NONE)).isEqualTo(Deletion.of(DeleteResult.NOT_FOUND));
        put(table, CAT);
        assertThat(delete(table, CAT, VersionId.NULL).result()).isEqualTo(DeleteResult.DELETED);
        assertThat(table.remaps.countByState()).isEmpty();
    }

    @Test
    default void write_keepsTheVersionBefore_whereItIs() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        ObjectMapping second = put(table, CAT);

        assertThat(first.versioned()).isTrue();
        assertThat(table.row(CAT)).isEqualTo(second);
        assertThat(second.version()).isEqualTo(first.version() + 1);
        assertThat(table.garbage()).isEmpty();
        ObjectMapping kept = MappingRules.kept(first);
        assertThat(table.row(component(first))).isEqualTo(kept);
        assertThat(find(table, CAT, first))
                .isEqualTo(new ObjectVersion(
                        CAT, VersionId.of(first), false, first.modifiedMillis(), table.clock.millis(), kept));
        assertThat(find(table, CAT, second)).isEqualTo(ObjectVersion.current(second));
        assertThat(latest(table, CAT)).isEqualTo(ObjectVersion.current(second));
        assertThat(ids(table, CAT)).containsExactly(VersionId.of(second), VersionId.of(first));
        assertThat(rowsOf(table, BUCKET)).as("objects listed").containsExactly(second);
        table.clock.advance(TableFixture.GRACE.multipliedBy(3));
        assertThat(sweepAll(table)).as("nothing is garbage, however old").isZero();
    }

    @Test
    default void write_overAnIntermediateState_keepsTheVersionStable() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        ObjectMapping second = table.put(CAT, THREE);
        assertThat(second.state()).isEqualTo(RedundancyState.REP);
        ObjectMapping kept = table.row(component(first));
        assertThat(kept.state()).isEqualTo(RedundancyState.EC);
        assertThat(kept.destination()).isEqualTo(SIX);
        assertThat(table.mapping.history(CAT)).hasSize(2);
        assertThat(table.remaps.pending(Long.MAX_VALUE, null, 10)).isEmpty();
    }

    @Test
    default void keptVersion_isRepairedMovedAndHasLiveFragments_likeAnyRow() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        put(table, CAT);
        ObjectId kept = component(first);
        assertThat(table.garbage.liveWrites(SIX.servers().get(0), List.of(first.writeId())))
                .containsExactly(first.writeId());
        table.damage(kept, 3);
        assertThat(table.repairs())
                .singleElement()
                .satisfies(task -> assertThat(task.row()).isEqualTo(table.row(kept)));
        assertThat(table.row(kept).object()).isEqualTo(CAT);
        assertThat(table.repair(TableFixture.whole(table.row(kept), SIX))).isEqualTo(Remap.Outcome.APPLIED);
        Placement elsewhere = TableFixture.ec(7, 8, 9, 10, 11, 12);
        ObjectMapping late = table.remap(kept, RedundancyEvent.SWAP, elsewhere);
        WriteId moved = table.newWriteId();
        assertThat(table.migrate(late, moved)).isEqualTo(Remap.Outcome.APPLIED);
        assertThat(table.row(kept).object()).as("what its copies are named by").isEqualTo(CAT);

        ObjectVersion found = requireNonNull(find(table, CAT, first));
        assertThat(requireNonNull(found.row()).writeId()).isEqualTo(moved);
        delete(table, table.row(CAT));
        assertThat(table.row(CAT).writeId()).isEqualTo(moved);
        assertThat(table.row(CAT).live()).isEqualTo(elsewhere);
        assertThat(table.row(CAT).versionOf()).isEmpty();
        assertThat(VersionId.of(table.row(CAT))).isEqualTo(VersionId.of(first));
    }

    @Test
    default void degradedVersion_staysQueuedForRepair_underEachOfItsNames() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        table.damage(CAT, 2, 4);
        ObjectMapping second = put(table, CAT);
        assertThat(table.row(component(first)).degraded()).isTrue();
        assertThat(second.degraded()).isFalse();
        assertThat(table.repairs()).singleElement().satisfies(task -> {
            assertThat(task.row()).isEqualTo(table.row(component(first)));
            assertThat(task.missing()).containsExactly(2, 4);
        });

        delete(table, second);
        assertThat(table.repairs()).singleElement().satisfies(task -> {
            assertThat(task.row()).isEqualTo(table.row(CAT));
            assertThat(task.missing()).containsExactly(2, 4);
        });
        mark(table, CAT);
        assertThat(table.repairs())
                .singleElement()
                .satisfies(task -> assertThat(task.row().id()).isEqualTo(component(first)));
        delete(table, first);
        sweepAll(table);
        assertThat(table.repairs()).isEmpty();
    }

    @Test
    default void repeatedCommit_ofAVersionThatIsKept_isSuperseded() {
        TableFixture table = versioned();
        Commit commit = table.write(CAT, SIX);
        table.commit(commit);
        ObjectMapping second = put(table, CAT);
        assertThat(table.commit(commit)).isEqualTo(new CommitResult(CommitResult.Status.SUPERSEDED, second));
        assertThat(ids(table, CAT)).hasSize(2);
        mark(table, CAT);
        assertThat(table.commit(commit)).isEqualTo(new CommitResult(CommitResult.Status.SUPERSEDED, null));
        Commit third = table.write(CAT, SIX);
        assertThat(table.mapping.commit(List.of(third, table.write(CAT, SIX), third)))
                .extracting(CommitResult::status)
                .containsExactly(
                        CommitResult.Status.COMMITTED, CommitResult.Status.COMMITTED, CommitResult.Status.SUPERSEDED);
        assertThat(ids(table, CAT)).hasSize(5);
    }

    @Test
    default void repeatedCommit_ofAVersionThatIsDeleted_isSuperseded_beforeAndAfterTheSweep() {
        TableFixture table = versioned();
        Commit commit = table.write(CAT, SIX);
        table.commit(commit);
        ObjectMapping second = put(table, CAT);
        delete(table, CAT, VersionId.of(commit.writeId(), true));

        CommitResult superseded = new CommitResult(CommitResult.Status.SUPERSEDED, second);
        assertThat(table.commit(commit)).as("its bytes wait for the sweeper").isEqualTo(superseded);
        assertThat(sweepAll(table)).isEqualTo(1);
        assertThat(table.commit(commit)).as("its bytes are garbage").isEqualTo(superseded);
        assertThat(table.garbageOf(commit.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
    }

    @Test
    default void repeatedCommit_ofAVersionThatIsBack_isCommitted() {
        TableFixture table = versioned();
        Commit commit = table.write(CAT, SIX);
        table.commit(commit);
        delete(table, put(table, CAT));
        assertThat(table.commit(commit)).isEqualTo(new CommitResult(CommitResult.Status.COMMITTED, table.row(CAT)));
        assertThat(ids(table, CAT)).hasSize(1);
    }

    @Test
    default void deleteOfAnObject_addsAMarker_whetherThereIsAnObjectOrNot() {
        TableFixture table = versioned();
        ObjectMapping row = put(table, CAT);
        Deletion deletion = mark(table, CAT);

        VersionId marker = requireNonNull(deletion.version());
        assertThat(deletion).isEqualTo(new Deletion(DeleteResult.DELETED, marker, true));
        long now = table.clock.millis();
        assertThat(latest(table, CAT)).isEqualTo(new ObjectVersion(CAT, marker, true, now, 0, null));
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();
        assertThat(rowsOf(table, BUCKET)).isEmpty();
        assertThat(requireNonNull(find(table, CAT, row)).noncurrentMillis()).isEqualTo(now);
        assertThat(table.garbage()).isEmpty();
        assertThat(table.mapping.history(CAT)).isEmpty();

        VersionId again = requireNonNull(mark(table, CAT).version());
        assertThat(again).isNotEqualTo(marker);
        assertThat(ids(table, CAT)).containsExactly(again, marker, VersionId.of(row));
        ObjectVersion covered = requireNonNull(table.versions().find(CAT, marker));
        assertThat(covered.latest()).isFalse();
        assertThat(covered.noncurrentMillis()).isEqualTo(table.clock.millis());

        assertThat(mark(table, DOG).marker()).isTrue();
        assertThat(table.mapping.delete(DOG, Condition.NONE)).isEqualTo(DeleteResult.DELETED);
        assertThat(ids(table, DOG)).hasSize(2);
    }

    @Test
    default void writeAfterAMarker_startsAnObjectAnew_andTheMarkerStays() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        VersionId marker = requireNonNull(mark(table, CAT).version());
        ObjectMapping second = put(table, CAT);

        assertThat(second.createdMillis()).isEqualTo(table.clock.millis());
        assertThat(ids(table, CAT)).containsExactly(VersionId.of(second), marker, VersionId.of(first));
        ObjectVersion covered = requireNonNull(table.versions().find(CAT, marker));
        assertThat(covered.isMarker()).isTrue();
        assertThat(covered.latest()).isFalse();
        assertThat(covered.noncurrentMillis()).isEqualTo(table.clock.millis());
    }

    @Test
    default void deleteOfTheLatest_bringsTheOneBeforeBack() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        ObjectMapping second = put(table, CAT);
        ObjectMapping third = put(table, CAT);

        assertThat(delete(table, third)).isEqualTo(new Deletion(DeleteResult.DELETED, VersionId.of(third), false));
        assertThat(table.garbageOf(third.writeId()))
                .as("its bytes are garbage at once")
                .containsExactlyInAnyOrderElementsOf(SIX.servers());
        ObjectMapping back = table.row(CAT);
        assertThat(back).isEqualTo(MappingRules.restored(MappingRules.kept(second), CAT));
        assertThat(back.versioned()).isTrue();
        assertThat(latest(table, CAT)).isEqualTo(ObjectVersion.current(back));
        assertThat(table.mapping.lookup(component(second)).mapping()).isNull();
        assertThat(ids(table, CAT)).containsExactly(VersionId.of(second), VersionId.of(first));
        assertThat(sweepAll(table)).isZero();

        delete(table, second);
        assertThat(VersionId.of(table.row(CAT))).isEqualTo(VersionId.of(first));
        assertThat(delete(table, first).result()).isEqualTo(DeleteResult.DELETED);
        assertThat(table.versions().find(CAT, null)).isNull();
        assertThat(sweepAll(table)).isZero();
        assertThat(table.remaps.countByState()).isEmpty();
        assertThat(delete(table, first)).isEqualTo(Deletion.of(DeleteResult.NOT_FOUND));
    }

    @Test
    default void deleteOfAFormerVersion_leavesTheOthers_andTheSweeperTakesItsBytes() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        ObjectMapping second = put(table, CAT);
        ObjectMapping third = put(table, CAT);

        assertThat(delete(table, second)).isEqualTo(new Deletion(DeleteResult.DELETED, VersionId.of(second), false));
        assertThat(find(table, CAT, second)).isNull();
        assertThat(ids(table, CAT)).containsExactly(VersionId.of(third), VersionId.of(first));
        assertThat(table.row(CAT)).isEqualTo(third);
        assertThat(sweepAll(table)).isEqualTo(1);
        assertThat(table.garbageOf(second.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(table.mapping.lookup(component(second)).mapping()).isNull();
        delete(table, third);
        assertThat(VersionId.of(table.row(CAT))).isEqualTo(VersionId.of(first));
    }

    @Test
    default void deleteOfAMarker_bringsTheObjectBack_unlessAnotherMarkerIsBelow() {
        TableFixture table = versioned();
        ObjectMapping row = put(table, CAT);
        VersionId lower = requireNonNull(mark(table, CAT).version());
        VersionId upper = requireNonNull(mark(table, CAT).version());

        assertThat(delete(table, CAT, upper)).isEqualTo(new Deletion(DeleteResult.DELETED, upper, true));
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();
        assertThat(latest(table, CAT).id()).isEqualTo(lower);
        assertThat(latest(table, CAT).noncurrentMillis()).isZero();
        delete(table, CAT, lower);
        assertThat(VersionId.of(table.row(CAT))).isEqualTo(VersionId.of(row));
        assertThat(delete(table, CAT, lower)).isEqualTo(Deletion.of(DeleteResult.NOT_FOUND));

        VersionId covered = requireNonNull(mark(table, CAT).version());
        ObjectMapping above = put(table, CAT);
        delete(table, CAT, covered);
        assertThat(ids(table, CAT)).containsExactly(VersionId.of(above), VersionId.of(row));
        assertThat(table.garbage()).isEmpty();
    }

    @Test
    default void bytesBelowAMarker_canBeDeleted_andNothingComesBack() {
        TableFixture table = versioned();
        ObjectMapping row = put(table, CAT);
        VersionId marker = requireNonNull(mark(table, CAT).version());
        delete(table, row);
        assertThat(ids(table, CAT)).containsExactly(marker);
        assertThat(sweepAll(table)).isEqualTo(1);
        delete(table, CAT, marker);
        assertThat(table.versions().find(CAT, null)).isNull();
        table.buckets.delete(BUCKET);
    }

    @Test
    default void planForTheRowThatWasDeleted_doesNotFitTheOneThatIsBack() {
        TableFixture table = versioned();
        put(table, CAT);
        put(table, CAT);
        ObjectMapping planned = table.damage(CAT, 1);
        Remap upgrade = table.plan(planned, RedundancyEvent.UPGRADE, THREE);
        delete(table, planned);
        ObjectMapping back = table.row(CAT);
        assertThat(table.apply(upgrade)).isEqualTo(Remap.Outcome.STALE);
        assertThat(table.row(CAT)).isEqualTo(back);
    }

    @Test
    default void commitConditions_areOnTheCurrentVersion() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        ObjectMapping second = put(table, CAT);
        IfMatch former = new IfMatch(first.content().contentId());
        assertThat(table.commit(table.write(CAT, SIX, former)))
                .isEqualTo(new CommitResult(CommitResult.Status.PRECONDITION_FAILED, second));
        assertThat(table.commit(table.write(CAT, SIX, Condition.IF_ABSENT)).status())
                .isEqualTo(CommitResult.Status.PRECONDITION_FAILED);
        mark(table, CAT);
        assertThat(table.commit(
                        table.write(CAT, SIX, new IfMatch(second.content().contentId()))))
                .isEqualTo(new CommitResult(CommitResult.Status.PRECONDITION_FAILED, null));
        assertThat(table.commit(table.write(CAT, SIX, Condition.IF_ABSENT)).status())
                .isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(ids(table, CAT)).hasSize(4);
    }

    @Test
    default void deleteOfANoncurrentVersion_sparesTheOneThatWasRestored() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        ObjectMapping second = put(table, CAT);
        ObjectMapping third = put(table, CAT);
        Condition firstIsFormer = new IfNoncurrent(first.content().contentId());
        Condition secondIsFormer = new IfNoncurrent(second.content().contentId());
        Deletion failed = Deletion.of(DeleteResult.PRECONDITION_FAILED);

        assertThat(table.versions().delete(CAT, VersionId.of(first), secondIsFormer))
                .isEqualTo(failed);
        assertThat(table.versions()
                        .delete(CAT, VersionId.of(first), firstIsFormer)
                        .result())
                .isEqualTo(DeleteResult.DELETED);
        assertThat(delete(table, third).result()).isEqualTo(DeleteResult.DELETED);
        assertThat(table.versions().delete(CAT, VersionId.of(second), secondIsFormer))
                .as("restored")
                .isEqualTo(failed);
        assertThat(table.versions().delete(CAT, null, secondIsFormer)).isEqualTo(failed);
        assertThat(ids(table, CAT)).containsExactly(VersionId.of(second));
    }

    @Test
    default void deleteOfACoveredMarker_sparesOneThatIsTheLatest_orIsCoveredSinceAnotherTime() {
        TableFixture table = table();
        set(table, Versioning.SUSPENDED);
        mark(table, CAT);
        set(table, Versioning.ENABLED);
        ObjectMapping first = put(table, CAT);
        ObjectVersion marker = requireNonNull(table.versions().find(CAT, VersionId.NULL));
        Condition covered = new IfCovered(marker.noncurrentMillis());
        Condition another = new IfCovered(marker.noncurrentMillis() + 1);
        Deletion failed = Deletion.of(DeleteResult.PRECONDITION_FAILED);

        assertThat(table.versions().delete(CAT, VersionId.NULL, another)).isEqualTo(failed);
        assertThat(table.versions().delete(CAT, null, covered))
                .as("no delete of an object")
                .isEqualTo(failed);
        set(table, Versioning.SUSPENDED);
        mark(table, CAT);
        assertThat(table.versions().delete(CAT, VersionId.NULL, covered))
                .as("another has the name, and the version below it would be back")
                .isEqualTo(failed);
        delete(table, CAT, VersionId.NULL);
        assertThat(table.row(CAT).content()).isEqualTo(first.content());

        set(table, Versioning.ENABLED);
        VersionId named = requireNonNull(mark(table, CAT).version());
        ObjectMapping second = put(table, CAT);
        ObjectVersion below = requireNonNull(table.versions().find(CAT, named));
        Condition isBelow = new IfCovered(below.noncurrentMillis());
        delete(table, second);
        assertThat(table.versions().delete(CAT, named, isBelow))
                .as("the latest again")
                .isEqualTo(failed);
        put(table, CAT);
        ObjectVersion again = requireNonNull(table.versions().find(CAT, named));
        assertThat(table.versions()
                        .delete(CAT, named, new IfCovered(again.noncurrentMillis()))
                        .result())
                .isEqualTo(DeleteResult.DELETED);
        assertThat(ids(table, CAT)).hasSize(2).contains(VersionId.of(first));
    }

    @Test
    default void deleteConditions_areOnTheCurrentVersion_orTheOneNamed() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        ObjectMapping second = put(table, CAT);
        Condition isFirst = new IfMatch(first.content().contentId());
        Condition isSecond = new IfMatch(second.content().contentId());
        Deletion failed = Deletion.of(DeleteResult.PRECONDITION_FAILED);

        assertThat(table.versions().delete(CAT, null, isFirst)).isEqualTo(failed);
        assertThat(table.versions().delete(CAT, VersionId.of(first), isSecond)).isEqualTo(failed);
        assertThat(table.versions().delete(CAT, VersionId.of(second), isFirst)).isEqualTo(failed);
        assertThat(ids(table, CAT)).hasSize(2);
        assertThat(table.versions().delete(CAT, VersionId.of(first), isFirst).result())
                .isEqualTo(DeleteResult.DELETED);
        assertThat(table.versions().delete(CAT, null, isSecond).marker()).isTrue();
        assertThat(table.versions().delete(CAT, null, isSecond))
                .as("the latest is a marker")
                .isEqualTo(failed);
        VersionId marker = latest(table, CAT).id();
        assertThat(table.versions().delete(CAT, marker, isSecond)).isEqualTo(failed);
        assertThat(table.versions().delete(CAT, VersionId.of(first), isFirst))
                .isEqualTo(Deletion.of(DeleteResult.NOT_FOUND));
        assertThat(table.versions().delete(CAT, VersionId.of(second), isSecond).result())
                .isEqualTo(DeleteResult.DELETED);
    }

    @Test
    default void versionWrittenBefore_isCalledNull_andStays() {
        TableFixture table = table();
        ObjectMapping old = put(table, CAT);
        set(table, Versioning.ENABLED);
        ObjectMapping row = put(table, CAT);
        assertThat(ids(table, CAT)).containsExactly(VersionId.of(row), VersionId.NULL);
        ObjectVersion former = requireNonNull(table.versions().find(CAT, VersionId.NULL));
        assertThat(former.row()).isEqualTo(MappingRules.kept(old));
        assertThat(table.versions().find(CAT, VersionId.of(old.content().contentId(), true)))
                .isNull();
        delete(table, row);
        assertThat(table.row(CAT).versioned()).isFalse();
        assertThat(latest(table, CAT).id()).isEqualTo(VersionId.NULL);
    }

    @Test
    default void suspended_aWriteReplacesTheNullVersion_andKeepsAllOthers() {
        TableFixture table = versioned();
        ObjectMapping kept = put(table, CAT);
        set(table, Versioning.SUSPENDED);
        ObjectMapping first = put(table, CAT);
        assertThat(first.versioned()).isFalse();
        assertThat(ids(table, CAT)).containsExactly(VersionId.NULL, VersionId.of(kept));
        ObjectMapping second = put(table, CAT);
        assertThat(ids(table, CAT)).containsExactly(VersionId.NULL, VersionId.of(kept));
        assertThat(table.garbageOf(first.writeId()))
                .as("replaced as ever: garbage at once")
                .containsExactlyInAnyOrderElementsOf(SIX.servers());

        set(table, Versioning.ENABLED);
        ObjectMapping third = put(table, CAT);
        ObjectMapping fourth = put(table, CAT);
        assertThat(ids(table, CAT))
                .containsExactly(VersionId.of(fourth), VersionId.of(third), VersionId.NULL, VersionId.of(kept));
        set(table, Versioning.SUSPENDED);
        put(table, CAT);
        assertThat(ids(table, CAT))
                .as("the null version is replaced wherever it is")
                .containsExactly(VersionId.NULL, VersionId.of(fourth), VersionId.of(third), VersionId.of(kept));
        assertThat(sweepAll(table)).isEqualTo(1);
        assertThat(table.garbageOf(second.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
    }

    @Test
    default void suspended_aDeleteReplacesTheNullVersionByAMarker_whichAWriteReplaces() {
        TableFixture table = versioned();
        ObjectMapping kept = put(table, CAT);
        set(table, Versioning.SUSPENDED);
        Deletion first = mark(table, CAT);
        assertThat(first).isEqualTo(new Deletion(DeleteResult.DELETED, VersionId.NULL, true));
        assertThat(ids(table, CAT)).containsExactly(VersionId.NULL, VersionId.of(kept));
        mark(table, CAT);
        assertThat(ids(table, CAT)).as("one marker").containsExactly(VersionId.NULL, VersionId.of(kept));

        ObjectMapping row = put(table, CAT);
        assertThat(ids(table, CAT)).containsExactly(VersionId.NULL, VersionId.of(kept));
        assertThat(latest(table, CAT)).isEqualTo(ObjectVersion.current(row));
        mark(table, CAT);
        assertThat(table.garbageOf(row.writeId())).containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(latest(table, CAT).isMarker()).isTrue();
        assertThat(delete(table, CAT, VersionId.NULL))
                .isEqualTo(new Deletion(DeleteResult.DELETED, VersionId.NULL, true));
        assertThat(VersionId.of(table.row(CAT))).isEqualTo(VersionId.of(kept));
    }

    @Test
    default void chunkedVersion_isKeptComesBackAndIsSwept_withItsChunks() {
        TableFixture table = versioned();
        List<WriteId> writes = putChunked(table, CAT);
        VersionId chunked = VersionId.of(table.row(CAT));
        ObjectMapping above = put(table, CAT);
        assertThat(rowsOf(table, Chunks.bucket(BUCKET))).hasSize(2);
        assertThat(table.garbage()).isEmpty();
        delete(table, above);
        assertThat(table.row(CAT).content().isChunked()).isTrue();
        mark(table, CAT);
        delete(table, CAT, chunked);
        assertThat(sweepAll(table)).isEqualTo(1);
        assertThat(rowsOf(table, Chunks.bucket(BUCKET))).isEmpty();
        for (WriteId write : writes.subList(1, 3)) {
            assertThat(table.garbageOf(write)).containsExactlyInAnyOrderElementsOf(SIX.servers());
        }
        assertThat(table.remaps.countByState()).isEmpty();
    }

    @Test
    default void composedVersion_isKeptComesBackAndIsSwept_withItsListAndComponents() {
        TableFixture table = versioned();
        List<WriteId> parts = putComposed(table, CAT);
        ObjectMapping row = table.row(CAT);
        assertThat(row.versioned()).isTrue();
        WriteId contentId = row.content().contentId();
        ObjectMapping above = put(table, CAT);
        assertThat(table.uploads.extents(BUCKET, contentId))
                .extracting(Extent::component)
                .isEqualTo(parts);
        table.clock.advance(TableFixture.GRACE.multipliedBy(2));
        assertThat(sweepAll(table)).isZero();
        delete(table, above);
        assertThat(table.row(CAT).content()).isEqualTo(row.content());
        mark(table, CAT);
        delete(table, row);
        assertThat(sweepAll(table)).as("itself and its parts").isEqualTo(3);
        assertThat(table.uploads.extents(BUCKET, contentId)).isNull();
        assertThat(rowsOf(table, Components.bucket(BUCKET))).isEmpty();
        for (WriteId part : parts) {
            assertThat(table.garbageOf(part)).containsExactlyInAnyOrderElementsOf(SIX.servers());
        }

        putComposed(table, CAT);
        delete(table, table.row(CAT));
        assertThat(sweepAll(table)).as("of the latest, the parts alone").isEqualTo(2);
        assertThat(table.remaps.countByState()).isEmpty();
    }

    @Test
    default void completionOfAnUpload_keepsTheVersionBefore() {
        TableFixture table = versioned();
        ObjectMapping before = put(table, CAT);
        putComposed(table, CAT);
        assertThat(ids(table, CAT)).containsExactly(VersionId.of(table.row(CAT)), VersionId.of(before));
        set(table, Versioning.SUSPENDED);
        putComposed(table, CAT);
        putComposed(table, CAT);
        assertThat(ids(table, CAT)).hasSize(3).startsWith(VersionId.NULL);
        assertThat(sweepAll(table)).as("parts of the null version replaced").isEqualTo(2);
    }

    @Test
    default void keptVersion_isNobodysPart() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        put(table, CAT);
        Upload upload = table.uploads.begin(new NewUpload(DOG, table.newWriteId(), "", null, "", Map.of()));
        NewPart part = new NewPart(DOG, upload.id(), 1, first.content().contentId(), Map.of());
        assertFails(ErrorCode.WRITE_TOO_OLD, () -> table.uploads.addPart(part));
    }

    @Test
    default void usage_countsTheBytesOfAllVersions_andObjectsOnce() {
        TableFixture table = versioned();
        long each = put(table, CAT).content().size();
        assertThat(table.quotas.quota(QUOTA).used()).isEqualTo(new Usage(each, 1));
        ObjectMapping second = put(table, CAT);
        assertThat(table.quotas.quota(QUOTA).used()).isEqualTo(new Usage(2 * each, 1));
        VersionId marker = requireNonNull(mark(table, CAT).version());
        assertThat(table.quotas.quota(QUOTA).used()).isEqualTo(new Usage(2 * each, 0));
        delete(table, CAT, marker);
        assertThat(table.quotas.quota(QUOTA).used()).isEqualTo(new Usage(2 * each, 1));
        delete(table, second);
        sweepAll(table);
        assertThat(table.quotas.quota(QUOTA).used()).isEqualTo(new Usage(each, 1));
        table.quotas.recount(QUOTA);
        assertThat(table.quotas.quota(QUOTA).used()).isEqualTo(new Usage(each, 1));
    }

    @Test
    default void quota_boundsABucketsVersionsTogether() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        long each = first.content().size();
        table.quotas.setQuota(QUOTA, new Quota(2 * each, 1));
        ObjectMapping second = put(table, CAT);
        assertThat(second.writeId()).isNotEqualTo(first.writeId());
        assertThat(table.commit(table.write(CAT, SIX)))
                .isEqualTo(new CommitResult(CommitResult.Status.OVER_QUOTA, second));
        assertThat(ids(table, CAT)).hasSize(2);
        assertFails(ErrorCode.QUOTA_EXCEEDED, () -> table.quotas.requireRoom(CAT, 1));
        delete(table, first);
        sweepAll(table);
        table.quotas.requireRoom(CAT, each);
        assertThat(table.commit(table.write(CAT, SIX)).status()).isEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    default void updateMetadata_ofAVersion_changesThatOneAlone() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        ObjectMapping second = put(table, CAT);
        table.clock.advance(MILLISECOND);
        MetadataUpdate update = new MetadataUpdate(CAT, "a/b", Map.of("k", "v"), Condition.NONE);
        UpdateResult result = table.versions().updateMetadata(update, VersionId.of(first));

        assertThat(result.status()).isEqualTo(UpdateResult.Status.UPDATED);
        ObjectMapping kept = table.row(component(first));
        assertThat(result.current()).isEqualTo(kept);
        assertThat(kept.content()).isEqualTo(first.content().described("a/b", Map.of("k", "v")));
        assertThat(requireNonNull(find(table, CAT, first)).row()).isEqualTo(kept);
        assertThat(table.row(CAT)).isEqualTo(second);
        assertThat(table.versions().updateMetadata(update, VersionId.of(second)).current())
                .isEqualTo(table.row(CAT));
        assertThat(table.row(CAT).content().contentType()).isEqualTo("a/b");

        Condition other = new IfMatch(second.content().contentId());
        assertThat(table.versions()
                        .updateMetadata(new MetadataUpdate(CAT, "c/d", Map.of(), other), VersionId.of(first)))
                .isEqualTo(new UpdateResult(UpdateResult.Status.PRECONDITION_FAILED, kept));
        VersionId marker = requireNonNull(mark(table, CAT).version());
        UpdateResult notFound = new UpdateResult(UpdateResult.Status.NOT_FOUND, null);
        assertThat(table.versions().updateMetadata(update, marker)).isEqualTo(notFound);
        assertThat(table.versions().updateMetadata(update, VersionId.NULL)).isEqualTo(notFound);
        assertThat(table.mapping.updateMetadata(update))
                .as("of the latest, a marker")
                .isEqualTo(notFound);
        delete(table, CAT, marker);
        delete(table, second);
        assertThat(table.row(CAT).content()).isEqualTo(kept.content());
    }

    @Test
    default void bucketWithVersionsOrMarkers_isNotEmpty() {
        TableFixture table = versioned();
        VersionId marker = requireNonNull(mark(table, CAT).version());
        assertFails(ErrorCode.BUCKET_NOT_EMPTY, () -> table.buckets.delete(BUCKET));
        ObjectMapping row = put(table, CAT);
        delete(table, row);
        assertFails(ErrorCode.BUCKET_NOT_EMPTY, () -> table.buckets.delete(BUCKET));
        delete(table, CAT, marker);
        table.buckets.delete(BUCKET);
        assertThat(put(table, CAT).versioned()).as("its successor keeps none").isFalse();
    }

    private static VersionPage page(
            TableFixture table, String prefix, String delimiter, String after, @Nullable VersionId version, int limit) {
        return table.versions().list(new VersionQuery(new ListQuery(BUCKET, prefix, delimiter, after, limit), version));
    }

    private static List<String> texts(VersionPage page) {
        return page.versions().stream()
                .map(version -> version.object().key() + " " + version.id())
                .toList();
    }

    @Test
    default void listing_isByKeyAndNewestFirst_inPagesOfAnySize() {
        TableFixture table = versioned();
        Map<String, List<String>> byKey = new HashMap<>();
        for (String key : List.of("\uff5e", "a/b", "b", "\ud83d\ude00", "a")) {
            ObjectMapping first = put(table, object(key));
            VersionId marker = requireNonNull(mark(table, object(key)).version());
            ObjectMapping last = put(table, object(key));
            byKey.put(
                    key, List.of(key + " " + VersionId.of(last), key + " " + marker, key + " " + VersionId.of(first)));
        }
        List<String> inOrder = Stream.of("a", "a/b", "b", "\uff5e", "\ud83d\ude00")
                .flatMap(key -> requireNonNull(byKey.get(key)).stream())
                .toList();
        table.put(new ObjectId(BUCKET + "2", "a"), SIX);
        table.put(new ObjectId("phot", "a"), SIX);

        for (int limit = 1; limit <= 16; limit++) {
            List<String> all = new ArrayList<>();
            VersionPage page = page(table, "", "", "", null, limit);
            while (true) {
                assertThat(page.versions()).hasSizeLessThanOrEqualTo(limit);
                all.addAll(texts(page));
                if (page.nextKey().isEmpty()) {
                    assertThat(page.nextVersion()).isNull();
                    break;
                }
                page = page(table, "", "", page.nextKey(), page.nextVersion(), limit);
            }
            assertThat(all).as("pages of %d", limit).isEqualTo(inOrder);
        }
        assertThat(page(table, "", "", "", null, 1000).versions())
                .allSatisfy(version ->
                        assertThat(version).isEqualTo(table.versions().find(version.object(), version.id())));
    }

    @Test
    default void listing_foldsKeysIntoPrefixes_whateverTheirVersions() {
        TableFixture table = versioned();
        ObjectMapping a = put(table, object("a"));
        put(table, object("d/1"));
        put(table, object("d/1"));
        mark(table, object("d/2"));
        VersionId gone = requireNonNull(mark(table, object("e/1")).version());
        ObjectMapping f = put(table, object("f"));

        VersionPage all = page(table, "", "/", "", null, 10);
        assertThat(texts(all)).containsExactly("a " + VersionId.of(a), "f " + VersionId.of(f));
        assertThat(all.commonPrefixes()).containsExactly("d/", "e/");
        VersionPage two = page(table, "", "/", "", null, 2);
        assertThat(two.versions()).hasSize(1);
        assertThat(two.commonPrefixes()).containsExactly("d/");
        assertThat(two.nextKey()).isEqualTo("d/");
        assertThat(two.nextVersion()).isNull();
        VersionPage rest = page(table, "", "/", "d/", null, 2);
        assertThat(rest.commonPrefixes()).containsExactly("e/");
        assertThat(texts(rest)).containsExactly("f " + VersionId.of(f));
        assertThat(rest.nextKey()).isEmpty();
        assertThat(texts(page(table, "e/", "/", "", null, 2))).containsExactly("e/1 " + gone);
        assertThat(page(table, "d", "", "", null, 10).versions()).hasSize(3);
        assertThat(page(table, "x", "", "", null, 10)).isEqualTo(new VersionPage(List.of(), List.of(), "", null));
    }

    @Test
    default void listing_afterAVersionThatIsGone_beginsAtTheNewestOfItsKey() {
        TableFixture table = versioned();
        ObjectMapping first = put(table, CAT);
        ObjectMapping second = put(table, CAT);
        ObjectMapping third = put(table, CAT);
        ObjectMapping dog = put(table, DOG);
        String key = CAT.key();
        List<String> tail = List.of(key + " " + VersionId.of(first), DOG.key() + " " + VersionId.of(dog));
        assertThat(texts(page(table, "", "", key, VersionId.of(second), 10))).isEqualTo(tail);
        assertThat(texts(page(table, "", "", key, null, 10))).isEqualTo(tail.subList(1, 2));
        delete(table, second);
        List<String> whole = new ArrayList<>(List.of(key + " " + VersionId.of(third)));
        whole.addAll(tail);
        assertThat(texts(page(table, "", "", key, VersionId.of(second), 10))).isEqualTo(whole);
        assertThat(page(table, "", "", key, VersionId.of(second), 10).versions())
                .extracting(ObjectVersion::latest)
                .containsExactly(true, false, true);
    }
}
