package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.Crc32c;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.version.VersionId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Multipart uploads and composed objects (docs/internals/metadata.md, "Objects made of components"). */
public interface UploadTableContract {
    int PART = 20_000;

    TableFixture table();

    static Upload begin(TableFixture table, ObjectId object) {
        return table.uploads.begin(new NewUpload(
                object, table.newWriteId(object), "ann", null, "a/b", Map.of("k", "begin", "l", "begin")));
    }

    /** Commits bytes that nothing refers to yet. */
    private static WriteId component(TableFixture table, int size) {
        WriteId writeId = table.newWriteId();
        ObjectContent content = new ObjectContent(writeId, size, 16_384, size, "", Map.of());
        Commit commit = new Commit(Components.id(CAT.bucket(), writeId), content, SIX, List.of(), Condition.IF_ABSENT);
        assertThat(table.commit(commit).status()).isEqualTo(CommitResult.Status.COMMITTED);
        return writeId;
    }

    private static UploadPart add(TableFixture table, Upload upload, int number, WriteId component) {
        return table.uploads.addPart(
                new NewPart(upload.object(), upload.id(), number, component, Map.of("etag", "e" + number)));
    }

    private static UploadPart part(TableFixture table, Upload upload, int number, int size) {
        return add(table, upload, number, component(table, size));
    }

    private static Completion naming(Upload upload, Condition condition, UploadPart... parts) {
        return new Completion(
                upload.object(),
                upload.id(),
                Arrays.stream(parts)
                        .map(part -> new Completion.Named(part.number(), part.component()))
                        .toList(),
                "",
                Map.of("l", "end"),
                condition);
    }

    /** Commits what stands for the list of a version. */
    private static WriteId list(TableFixture table) {
        WriteId writeId = table.newWriteId();
        ObjectContent content = new ObjectContent(writeId, PART, 16_384, 9, Components.LIST_TYPE, Map.of());
        Commit commit = new Commit(Components.id(CAT.bucket(), writeId), content, SIX, List.of(), Condition.IF_ABSENT);
        assertThat(table.commit(commit).status()).isEqualTo(CommitResult.Status.COMMITTED);
        return writeId;
    }

    static CommitResult complete(TableFixture table, Upload upload, UploadPart... parts) {
        return table.uploads.complete(naming(upload, Condition.NONE, parts));
    }

    /** A composed object of two parts. */
    private static ObjectMapping composed(TableFixture table) {
        Upload upload = begin(table, CAT);
        CommitResult done = complete(table, upload, part(table, upload, 1, PART), part(table, upload, 2, PART));
        assertThat(done.status()).isEqualTo(CommitResult.Status.COMMITTED);
        return table.row(CAT);
    }

    private static List<WriteId> components(TableFixture table) {
        return table.mapping.list(new ListQuery(Components.bucket(CAT.bucket()), "", "", "", 1000)).objects().stream()
                .map(row -> Components.contentId(row.id()))
                .toList();
    }

    private static int sweep(TableFixture table) {
        return table.garbage.sweepUploads(table.fence(), 100);
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    default void partsInAnyOrder_becomeOneVersion_inTheOrderOfTheirNumbers() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        UploadPart last = part(table, upload, 10_000, 7);
        UploadPart first = part(table, upload, 3, PART);
        UploadPart empty = part(table, upload, 5, 0);

        CommitResult done = complete(table, upload, first, empty, last);

        assertThat(done.status()).isEqualTo(CommitResult.Status.COMMITTED);
        ObjectMapping row = table.row(CAT);
        assertThat(done.current()).isEqualTo(row);
        ObjectContent content = row.content();
        assertThat(content.size()).isEqualTo(PART + 7);
        assertThat(content.extents()).isEqualTo(3);
        assertThat(content.segments()).isZero();
        assertThat(content.crc32c()).isEqualTo(Crc32c.combine(Crc32c.combine(PART, 0, 0), 7, 7));
        assertThat(content.contentType()).isEqualTo("a/b");
        assertThat(content.userMetadata()).isEqualTo(Map.of("k", "begin", "l", "end"));
        assertThat(table.uploads.extents(CAT.bucket(), content.contentId()))
                .containsExactly(
                        new Extent(first.component(), 0, PART),
                        new Extent(empty.component(), 0, 0),
                        new Extent(last.component(), 0, 7));
        assertThat(table.mapping
                        .list(new ListQuery(CAT.bucket(), "", "", "", 9))
                        .objects())
                .extracting(ObjectMapping::id)
                .containsExactly(CAT);
        assertThat(sweep(table)).as("nothing is garbage").isZero();
        assertThat(components(table)).hasSize(3);
    }

    @Test
    default void begin_repeated_isOneUpload_withThePolicyOfItsBucketOrObject() {
        TableFixture table = table();
        table.mapping.setBucketPolicy(CAT.bucket(), RedundancyPolicy.REP);
        NewUpload wanted = new NewUpload(CAT, table.newWriteId(), "ann", null, "a/b", Map.of("k", "v"));
        Upload begun = table.uploads.begin(wanted);
        assertThat(begun.policy()).isEqualTo(RedundancyPolicy.REP);
        table.clock.advance(TableFixture.MILLISECOND);
        assertThat(table.uploads.begin(wanted)).isEqualTo(begun);

        table.put(CAT, SIX);
        assertThat(begin(table, CAT).policy()).as("the object's own").isEqualTo(RedundancyPolicy.EC);
        NewUpload replicated = new NewUpload(CAT, table.newWriteId(), "", RedundancyPolicy.REP, "", Map.of());
        assertThat(table.uploads.begin(replicated).policy()).isEqualTo(RedundancyPolicy.REP);
    }

    @Test
    default void part_uploadedAnew_takesThePlaceOfTheFirst_whichIsSwept() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        UploadPart first = part(table, upload, 1, PART);
        UploadPart second = part(table, upload, 1, 5);

        assertThat(table.uploads.parts(CAT, upload.id(), 0, 10).parts()).containsExactly(second);
        assertFails(ErrorCode.INVALID_PART, () -> complete(table, upload, first));
        assertThat(sweep(table)).isEqualTo(1);
        assertThat(components(table)).containsExactly(second.component());
        assertThat(table.garbageOf(first.component())).containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(complete(table, upload, second).status()).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(table.row(CAT).content().size()).isEqualTo(5);
    }

    @Test
    default void addPart_repeated_changesNothing() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        WriteId component = component(table, PART);
        UploadPart added = add(table, upload, 1, component);
        table.clock.advance(TableFixture.MILLISECOND);
        assertThat(add(table, upload, 1, component)).isEqualTo(added);
        complete(table, upload, added);
        table.mapping.delete(CAT, Condition.NONE);
        assertThat(sweep(table)).as("it was counted once").isEqualTo(1);
    }

    @Test
    default void parts_areListedByPages() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        List<UploadPart> parts = new ArrayList<>();
        for (int number : new int[] {2, 3, 7}) {
            parts.add(part(table, upload, number, number));
        }
        assertThat(parts.get(2).metadata()).isEqualTo(Map.of("etag", "e7"));
        assertThat(table.uploads.parts(CAT, upload.id(), 0, 2)).satisfies(page -> {
            assertThat(page.upload()).isEqualTo(upload);
            assertThat(page.parts()).isEqualTo(parts.subList(0, 2));
            assertThat(page.more()).isTrue();
        });
        assertThat(table.uploads.parts(CAT, upload.id(), 3, 2)).satisfies(page -> {
            assertThat(page.parts()).isEqualTo(parts.subList(2, 3));
            assertThat(page.more()).isFalse();
        });
    }

    @Test
    default void complete_repeated_isToldSo_asLongAsTheObjectIsThatVersion() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        UploadPart one = part(table, upload, 1, PART);
        UploadPart two = part(table, upload, 2, PART);
        ObjectMapping row = complete(table, upload, one, two).current();

        assertThat(complete(table, upload, one, two).current()).isEqualTo(row);
        assertFails(ErrorCode.INVALID_PART, () -> complete(table, upload, one));
        table.put(CAT, THREE);
        assertFails(ErrorCode.UPLOAD_NOT_FOUND, () -> complete(table, upload, one, two));
        assertThat(table.row(CAT).content().isComposed()).isFalse();
    }

    @Test
    default void list_namesTheVersion_andGoesWithIt() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        UploadPart part = part(table, upload, 1, PART);
        WriteId list = list(table);
        Completion completion = naming(upload, Condition.NONE, part).listed(list);
        ObjectMapping row = table.uploads.complete(completion).current();
        assertThat(requireNonNull(row).content().contentId()).isEqualTo(Components.versionOf(list));
        table.clock.advance(TableFixture.GRACE.multipliedBy(2));
        assertThat(sweep(table)).as("as long as the version is current").isZero();

        assertThat(table.uploads.complete(completion).current()).as("repeated").isEqualTo(row);
        assertThat(complete(table, upload, part).current())
                .as("repeated without a list")
                .isEqualTo(row);
        table.put(CAT, THREE);
        assertThat(sweep(table)).as("the part and the list").isEqualTo(2);
        assertThat(components(table)).isEmpty();
        assertThat(table.garbageOf(list)).containsExactlyInAnyOrderElementsOf(SIX.servers());
    }

    @Test
    default void list_makesOneVersion_andOnlyAList() {
        TableFixture table = table();
        Upload first = begin(table, CAT);
        Upload second = begin(table, CAT);
        UploadPart part = part(table, second, 1, PART);
        WriteId used = list(table);
        table.uploads.complete(
                naming(first, Condition.NONE, part(table, first, 1, PART)).listed(used));
        ObjectMapping row = table.row(CAT);

        WriteId never = table.newWriteId();
        WriteId bytes = component(table, 9);
        for (WriteId other : List.of(used, never, bytes)) {
            assertFails(
                    ErrorCode.WRITE_TOO_OLD,
                    () -> table.uploads.complete(
                            naming(second, Condition.NONE, part).listed(other)));
            assertThat(table.row(CAT)).isEqualTo(row);
        }
        assertThat(complete(table, second, part).status())
                .as("it stayed open")
                .isEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    default void listOfARefusedCompletion_isSweptAtOnce() {
        TableFixture table = table();
        table.put(CAT, SIX);
        Upload upload = begin(table, CAT);
        UploadPart part = part(table, upload, 1, PART);
        WriteId list = list(table);
        assertThat(table.uploads
                        .complete(naming(upload, Condition.IF_ABSENT, part).listed(list))
                        .status())
                .isEqualTo(CommitResult.Status.PRECONDITION_FAILED);
        assertThat(sweep(table)).isEqualTo(1);
        assertThat(components(table)).containsExactly(part.component());
    }

    @Test
    default void completionThatWasRefused_isNotCarriedOutLater_byARepeatOfIt() {
        TableFixture table = table();
        VersionContract.set(table, Versioning.ENABLED);
        ObjectMapping first = table.put(CAT, SIX);
        VersionId marker = requireNonNull(
                table.versions().delete(CAT, null, Condition.NONE).version());
        Upload upload = begin(table, CAT);
        UploadPart part = part(table, upload, 1, PART);
        Condition isFirst = new Condition.IfMatch(first.content().contentId());
        Completion completion = naming(upload, isFirst, part).listed(list(table));
        assertThat(table.uploads.complete(completion).status()).isEqualTo(CommitResult.Status.PRECONDITION_FAILED);

        table.versions().delete(CAT, marker, Condition.NONE);
        assertThat(table.row(CAT).content()).as("restored").isEqualTo(first.content());
        assertThat(table.uploads.complete(completion).status())
                .as("as its client was told")
                .isEqualTo(CommitResult.Status.PRECONDITION_FAILED);
        assertThat(table.row(CAT).content()).isEqualTo(first.content());
    }

    @Test
    default void complete_whoseConditionFails_leavesTheUploadOpen() {
        TableFixture table = table();
        ObjectMapping before = table.put(CAT, SIX);
        Upload upload = begin(table, CAT);
        UploadPart one = part(table, upload, 1, PART);

        assertThat(table.uploads.complete(naming(upload, Condition.IF_ABSENT, one)))
                .isEqualTo(new CommitResult(CommitResult.Status.PRECONDITION_FAILED, before));
        assertThat(table.row(CAT)).isEqualTo(before);
        Condition matching = new Condition.IfMatch(before.content().contentId());
        assertThat(table.uploads.complete(naming(upload, matching, one)).status())
                .isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(table.garbageOf(before.writeId())).isNotEmpty();
        assertThat(complete(table, upload, one).status())
                .as("a repeat, although its condition no longer holds")
                .isEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    default void partsNotNamed_areDropped_onCompletion() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        UploadPart one = part(table, upload, 1, PART);
        part(table, upload, 2, PART);
        complete(table, upload, one);
        assertThat(sweep(table)).isEqualTo(1);
        assertThat(components(table)).containsExactly(one.component());
        assertFails(ErrorCode.UPLOAD_NOT_FOUND, () -> table.uploads.parts(CAT, upload.id(), 0, 1));
        assertFails(ErrorCode.UPLOAD_NOT_FOUND, () -> part(table, upload, 3, 1));
    }

    @Test
    default void abort_releasesTheParts_andEndsTheUpload() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        UploadPart one = part(table, upload, 1, PART);
        part(table, upload, 2, PART);

        assertThat(table.uploads.abort(CAT, upload.id())).isTrue();
        assertThat(table.uploads.abort(CAT, upload.id())).as("a second time").isFalse();
        assertFails(ErrorCode.UPLOAD_NOT_FOUND, () -> complete(table, upload, one));
        assertThat(sweep(table)).isEqualTo(2);
        assertThat(components(table)).isEmpty();
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();
    }

    @Test
    default void supersededOrDeleted_releasesItsComponents() {
        TableFixture table = table();
        ObjectMapping first = composed(table);
        ObjectMapping second = composed(table);
        assertThat(table.uploads.extents(CAT.bucket(), first.content().contentId()))
                .as("its list is gone at once")
                .isNull();
        assertThat(sweep(table)).isEqualTo(2);
        assertThat(components(table)).hasSize(2);

        assertThat(table.mapping.delete(
                        CAT, new Condition.IfMatch(second.content().contentId())))
                .isEqualTo(DeleteResult.DELETED);
        assertThat(sweep(table)).isEqualTo(2);
        assertThat(components(table)).isEmpty();
        assertThat(table.remaps.countByState()).isEmpty();
    }

    @Test
    default void supersededByASmallObject_releasesItsComponents_alsoThoseMovedOrDamaged() {
        TableFixture table = table();
        ObjectMapping row = composed(table);
        List<Extent> extents =
                requireNonNull(table.uploads.extents(CAT.bucket(), row.content().contentId()));
        ObjectId moving = Components.id(CAT.bucket(), extents.get(0).component());
        table.remap(moving, RedundancyEvent.UPGRADE, THREE);
        table.damage(Components.id(CAT.bucket(), extents.get(1).component()), 2);

        table.put(CAT, THREE);
        assertThat(sweep(table)).isEqualTo(2);
        assertThat(components(table)).isEmpty();
        assertThat(table.repairs()).isEmpty();
        assertThat(table.mapping.history(moving)).isEmpty();
    }

    @Test
    default void componentThatNothingRefersTo_isSwept_onceNoClientCanAddIt() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        WriteId lost = component(table, PART);
        assertThat(sweep(table)).as("its client may be about to add it").isZero();
        table.clock.advance(TableFixture.GRACE.multipliedBy(2));
        WriteId young = component(table, PART);

        assertThat(sweep(table)).isEqualTo(1);
        assertThat(components(table)).containsExactly(young);
        assertFails(ErrorCode.WRITE_TOO_OLD, () -> add(table, upload, 1, lost));
        assertThat(add(table, upload, 1, young).size()).isEqualTo(PART);
        table.clock.advance(TableFixture.GRACE.multipliedBy(2));
        assertThat(sweep(table)).as("a part of an open upload, however old").isZero();
    }

    @Test
    default void component_isNeverOverwritten_norNamedByAnother() {
        TableFixture table = table();
        WriteId component = component(table, PART);
        ObjectId id = Components.id(CAT.bucket(), component);
        assertThatThrownBy(() -> TableFixture.write(table.newWriteId(), id, SIX, Condition.IF_ABSENT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TableFixture.write(component, id, SIX, Condition.NONE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    default void largeComponent_isInChunks_andGoesWithThem() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        for (int number = 0; number < 2; number++) {
            ObjectContent chunk = new ObjectContent(table.newWriteId(), 32_768, 16_384, 1, "", Map.of());
            table.commit(
                    new Commit(Chunks.id(CAT.bucket(), contentId, number), chunk, SIX, List.of(), Condition.IF_ABSENT));
        }
        ObjectContent whole = new ObjectContent(contentId, 65_536, 16_384, 32_768, 9, "", Map.of());
        ObjectId id = Components.id(CAT.bucket(), contentId);
        Commit commit = new Commit(id, whole, SIX, List.of(), Condition.IF_ABSENT);
        assertThat(table.commit(commit).status()).isEqualTo(CommitResult.Status.COMMITTED);
        Upload upload = begin(table, CAT);
        UploadPart part = add(table, upload, 1, contentId);
        assertThat(part.size()).isEqualTo(65_536);
        complete(table, upload, part);
        ListQuery chunks = new ListQuery(Chunks.bucket(CAT.bucket()), "", "", "", 9);
        assertThat(table.mapping.list(chunks).objects()).hasSize(2);

        table.mapping.delete(CAT, Condition.NONE);
        assertThat(sweep(table)).isEqualTo(1);
        assertThat(table.mapping.list(chunks).objects()).isEmpty();
        assertThat(components(table)).isEmpty();
    }

    @Test
    default void openUploads_areListed_byKeyAndId() {
        TableFixture table = table();
        Upload cat = begin(table, CAT);
        table.clock.advance(TableFixture.MILLISECOND);
        Upload again = begin(table, CAT);
        ObjectId dog = new ObjectId(CAT.bucket(), "dog");
        Upload other = begin(table, dog);
        begin(table, new ObjectId("others", "cat"));
        begin(table, new ObjectId(CAT.bucket(), "zoo"));

        UploadPage all = table.uploads.list(new UploadQuery(CAT.bucket(), "", "", null, 3));
        assertThat(all.uploads()).containsExactly(cat, again, other);
        assertThat(all.more()).isTrue();
        assertThat(table.uploads
                        .list(new UploadQuery(CAT.bucket(), "", CAT.key(), cat.id(), 1))
                        .uploads())
                .containsExactly(again);
        assertThat(table.uploads
                        .list(new UploadQuery(CAT.bucket(), "do", CAT.key(), null, 9))
                        .uploads())
                .containsExactly(other);
    }

    @Test
    default void quota_countsTheBytesOfAComponentOnce_andTheObject() {
        TableFixture table = table();
        QuotaScope bucket = QuotaScope.bucket(CAT.bucket());
        Upload upload = begin(table, CAT);
        UploadPart part = part(table, upload, 1, PART);
        assertThat(table.quotas.quota(bucket).used().bytes()).isEqualTo(PART);
        assertThat(table.quotas.quota(bucket).used().objects()).isZero();
        complete(table, upload, part);
        assertThat(table.quotas.quota(bucket).used().bytes()).isEqualTo(PART);
        assertThat(table.quotas.quota(bucket).used().objects()).isEqualTo(1);
        table.quotas.recount(bucket);
        assertThat(table.quotas.quota(bucket).used().bytes()).isEqualTo(PART);
        table.mapping.delete(CAT, Condition.NONE);
        sweep(table);
        assertThat(table.quotas.quota(bucket).used().bytes()).isZero();
    }

    @Test
    default void completionOverQuota_leavesTheUploadOpen() {
        TableFixture table = table();
        Upload upload = begin(table, CAT);
        UploadPart part = part(table, upload, 1, PART);
        table.quotas.setQuota(QuotaScope.bucket(CAT.bucket()), new Quota(Quota.UNBOUNDED, 0));
        assertThat(complete(table, upload, part).status()).isEqualTo(CommitResult.Status.OVER_QUOTA);
        table.quotas.setQuota(QuotaScope.bucket(CAT.bucket()), Quota.NONE);
        assertThat(complete(table, upload, part).status()).isEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    default void scansForTheBalancer_seeComponents_andNotTheRowThatIsComposed() {
        TableFixture table = table();
        composed(table);
        assertThat(table.remaps.hottest(100)).hasSize(2).allMatch(row -> Components.isComponent(row.id()));
        assertThat(table.remaps.coldest(100)).hasSize(2).allMatch(row -> Components.isComponent(row.id()));
    }

    @Test
    default void completionOfAnObjectInBetween_endsItsTransition() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        composed(table);
        assertThat(table.row(CAT).state().isIntermediate())
                .as("it has nothing to move")
                .isFalse();
        assertThat(table.remaps.pending(Long.MAX_VALUE, null, 10)).isEmpty();
    }
}
