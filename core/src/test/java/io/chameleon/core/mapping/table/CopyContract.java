package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.DOG;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static io.chameleon.core.mapping.table.TableFixture.BUCKET;
import static io.chameleon.core.mapping.table.TableFixture.MILLISECOND;
import static io.chameleon.core.mapping.table.TableFixture.ec;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Versions that share bytes (docs/internals/metadata.md, "Copies"). */
public interface CopyContract {
    TableFixture table();

    /** Commits what stands for the list of a version. */
    static WriteId list(TableFixture table) {
        return list(table, CAT);
    }

    private static WriteId list(TableFixture table, ObjectId object) {
        WriteId writeId = table.newWriteId(object);
        ObjectContent content = new ObjectContent(writeId, 20_000, 16_384, 9, Components.LIST_TYPE, Map.of());
        Commit commit = new Commit(Components.id(BUCKET, writeId), content, SIX, List.of(), Condition.IF_ABSENT);
        assertThat(table.commit(commit).status()).isEqualTo(CommitResult.Status.COMMITTED);
        return writeId;
    }

    /** What a client asks for that has read the row of the source, and has written the lists. */
    static Copy of(TableFixture table, ObjectId from, ObjectMapping row, ObjectId to, Condition condition) {
        table.clock.advance(MILLISECOND);
        return new Copy(
                from,
                row.content().contentId(),
                to,
                "text/copy",
                Map.of("of", from.key()),
                condition,
                list(table, to),
                row.content().isComposed() ? null : list(table, from));
    }

    private static Copy of(TableFixture table, ObjectId from, ObjectId to) {
        return of(table, from, table.row(from), to, Condition.NONE);
    }

    private static ObjectMapping copy(TableFixture table, ObjectId from, ObjectId to) {
        CommitResult result = table.uploads.copy(of(table, from, to));
        assertThat(result.status()).isEqualTo(CommitResult.Status.COMMITTED);
        return requireNonNull(result.current());
    }

    /** The rows that have the fragments of a version, as a reader finds them. */
    static List<ObjectMapping> runs(TableFixture table, ObjectMapping row) {
        List<ObjectMapping> runs = new ArrayList<>();
        ObjectContent content = row.content();
        if (content.isComposed()) {
            List<Extent> extents = requireNonNull(
                    table.uploads.extents(BUCKET, content.contentId()), () -> "no list of " + content.contentId());
            assertThat(extents.stream().mapToLong(Extent::length).sum()).isEqualTo(content.size());
            for (Extent extent : extents) {
                ObjectMapping component = table.row(Components.id(BUCKET, extent.component()));
                assertThat(component.content().size()).isGreaterThanOrEqualTo(extent.offset() + extent.length());
                assertThat(component.content().isComposed()).isFalse();
                runs.addAll(runs(table, component));
            }
        } else if (content.isChunked()) {
            IntStream.range(0, content.chunks())
                    .mapToObj(number -> table.row(Chunks.id(BUCKET, content.contentId(), number)))
                    .forEach(runs::add);
        } else {
            runs.add(row);
        }
        return runs;
    }

    private static List<WriteId> writes(TableFixture table, ObjectId id) {
        return runs(table, table.row(id)).stream().map(ObjectMapping::writeId).toList();
    }

    private static void assertFails(ErrorCode code, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    @Test
    default void copyThatWasRefusedBelowADeleteMarker_staysRefusedOnceTheMarkerIsGone() {
        TableFixture table = table();
        VersionContract.set(table, Versioning.ENABLED);
        ObjectMapping cat = table.put(CAT, SIX);
        table.put(DOG, SIX);
        VersionId marker = requireNonNull(
                table.versions().delete(CAT, null, Condition.NONE).version());
        Condition isFirst = new Condition.IfMatch(cat.content().contentId());
        Copy copy = of(table, DOG, table.row(DOG), CAT, isFirst);
        assertThat(table.uploads.copy(copy).status()).isEqualTo(CommitResult.Status.PRECONDITION_FAILED);

        table.versions().delete(CAT, marker, Condition.NONE);
        assertThat(table.uploads.copy(copy).status())
                .as("the condition holds now, but its client was told that it does not")
                .isEqualTo(CommitResult.Status.PRECONDITION_FAILED);
        assertThat(table.row(CAT).content()).isEqualTo(cat.content());
    }

    @Test
    default void partOfTheBytesOfAVersion_sharesThem_alsoOfAFormerOne_andOutlivesIt() {
        TableFixture table = table();
        VersionContract.set(table, Versioning.ENABLED);
        ObjectMapping former = table.put(CAT, SIX);
        ObjectMapping current = table.put(CAT, SIX);
        Upload upload = UploadTableContract.begin(table, DOG);
        List<UploadPart> parts = new ArrayList<>();
        for (ObjectMapping version : List.of(former, current)) {
            NewPart part = partOf(table, upload, parts.size() + 1, CAT, version);
            UploadPart added = table.uploads.addPart(part);
            assertThat(added.size()).isEqualTo(version.content().size());
            assertThat(added.crc32c()).isEqualTo(version.content().crc32c());
            assertThat(table.uploads.addPart(part)).as("repeated").isEqualTo(added);
            parts.add(added);
        }
        assertThat(writes(table, CAT)).containsExactly(current.writeId());
        assertThat(table.row(CAT).content().contentId())
                .isEqualTo(current.content().contentId());
        assertThat(table.garbage()).isEmpty();

        for (ObjectMapping version : List.of(former, current)) {
            table.versions().delete(CAT, VersionId.of(version), Condition.NONE);
        }
        VersionContract.sweepAll(table);
        CommitResult made = UploadTableContract.complete(table, upload, parts.toArray(UploadPart[]::new));
        assertThat(made.status()).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(writes(table, DOG)).containsExactly(former.writeId(), current.writeId());

        table.versions().delete(DOG, VersionId.of(requireNonNull(made.current())), Condition.NONE);
        VersionContract.sweepAll(table);
        assertThat(table.garbageOf(former.writeId())).isNotEmpty();
        assertThat(table.garbageOf(current.writeId())).isNotEmpty();
    }

    @Test
    default void partOfTheBytesOfAVersionThatIsGone_orIsComposed_isRefused() {
        TableFixture table = table();
        ObjectMapping cat = table.put(CAT, SIX);
        Upload upload = UploadTableContract.begin(table, DOG);
        NewPart late = partOf(table, upload, 1, CAT, cat);
        table.mapping.delete(CAT, Condition.NONE);
        assertFails(ErrorCode.WRITE_TOO_OLD, () -> table.uploads.addPart(late));

        ObjectMapping again = table.put(CAT, SIX);
        NewPart withoutList = new NewPart(
                DOG,
                upload.id(),
                1,
                Components.sharedBytes(again.content().contentId()),
                Map.of(),
                new NewPart.Source(CAT, again.content().contentId(), table.newWriteId()));
        assertFails(ErrorCode.WRITE_TOO_OLD, () -> table.uploads.addPart(withoutList));
        assertThat(table.row(CAT)).isEqualTo(again);

        UploadPart first = table.uploads.addPart(partOf(table, upload, 1, CAT, again));
        UploadPart second = table.uploads.addPart(partOf(table, upload, 2, CAT, again));
        assertThat(second.component()).as("who asks later finds the component").isEqualTo(first.component());
    }

    private static NewPart partOf(TableFixture table, Upload upload, int number, ObjectId from, ObjectMapping version) {
        WriteId contentId = version.content().contentId();
        return new NewPart(
                upload.object(),
                upload.id(),
                number,
                Components.sharedBytes(contentId),
                Map.of(),
                new NewPart.Source(from, contentId, list(table, from)));
    }

    @Test
    default void copy_isAnObjectOfItsOwn_andNoFragmentIsWrittenOrDead() {
        TableFixture table = table();
        ObjectMapping source = table.put(CAT, SIX);
        long stored = table.quotas.quota(VersionContract.QUOTA).used().bytes();

        ObjectMapping copied = copy(table, CAT, DOG);

        assertThat(copied).isEqualTo(table.row(DOG));
        assertThat(copied.content().size()).isEqualTo(source.content().size());
        assertThat(copied.content().crc32c()).isEqualTo(source.content().crc32c());
        assertThat(copied.content().contentType()).isEqualTo("text/copy");
        assertThat(copied.content().userMetadata()).isEqualTo(Map.of("of", CAT.key()));
        assertThat(copied.content().contentId()).isNotEqualTo(source.content().contentId());
        ObjectMapping after = table.row(CAT);
        assertThat(after.content().contentId()).isEqualTo(source.content().contentId());
        assertThat(after.content().userMetadata()).isEqualTo(source.content().userMetadata());
        assertThat(after.content().contentType()).isEqualTo(source.content().contentType());
        assertThat(after.modifiedMillis()).isEqualTo(source.modifiedMillis());
        assertThat(after.heatScore()).isEqualTo(source.heatScore());
        assertThat(writes(table, CAT)).isEqualTo(writes(table, DOG)).containsExactly(source.writeId());
        assertThat(table.garbage()).isEmpty();
        assertThat(table.garbage.sweepUploads(table.fence(), 100)).isZero();
        assertThat(table.garbage.liveWrites(SIX.servers().get(0), List.of(source.writeId())))
                .containsExactly(source.writeId());
        assertThat(table.quotas.quota(VersionContract.QUOTA).used().bytes() - stored)
                .as("the two lists alone count more")
                .isEqualTo(40_000);
    }

    @Test
    default void bytesStay_untilTheLastThatSharesThemGoes_inAnyOrder() {
        for (List<ObjectId> order : List.of(List.of(CAT, DOG), List.of(DOG, CAT))) {
            TableFixture table = table();
            WriteId bytes = table.put(CAT, SIX).writeId();
            copy(table, CAT, DOG);

            assertThat(table.mapping.delete(order.get(0), Condition.NONE)).isEqualTo(DeleteResult.DELETED);
            int unused = VersionContract.sweepAll(table);
            assertThat(table.garbageOf(bytes)).isEmpty();
            assertThat(writes(table, order.get(1))).containsExactly(bytes);

            assertThat(table.mapping.delete(order.get(1), Condition.NONE)).isEqualTo(DeleteResult.DELETED);
            unused = VersionContract.sweepAll(table);
            assertThat(table.garbageOf(bytes)).containsExactlyInAnyOrderElementsOf(SIX.servers());
            assertThat(table.remaps.countByState()).isEmpty();
        }
    }

    @Test
    default void sourceIsOverwritten_copyKeepsItsBytes_andARepeatedCommitOfTheSourceDoesNotBringItBack() {
        TableFixture table = table();
        Commit first = table.write(CAT, SIX);
        table.commit(first);
        copy(table, CAT, DOG);
        assertThat(table.commit(first).status()).as("still current").isEqualTo(CommitResult.Status.COMMITTED);

        ObjectMapping second = table.put(CAT, THREE);

        assertThat(second.content().isComposed()).isFalse();
        assertThat(table.commit(first).status()).isEqualTo(CommitResult.Status.SUPERSEDED);
        assertThat(table.row(CAT)).isEqualTo(second);
        int unused = VersionContract.sweepAll(table);
        assertThat(writes(table, DOG)).containsExactly(first.writeId());
        assertThat(table.garbageOf(first.writeId())).isEmpty();

        table.mapping.delete(CAT, Condition.NONE);
        assertThat(table.commit(first).status()).isEqualTo(CommitResult.Status.SUPERSEDED);
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();
    }

    @Test
    default void chunkedAndComposedObjects_areCopied_andCopiesOfCopies() {
        TableFixture table = table();
        ObjectId large = TableFixture.beside("large");
        // The first is that of the whole.
        List<WriteId> chunks = VersionContract.putChunked(table, large);
        ObjectId parts = TableFixture.beside("parts");
        List<WriteId> components = VersionContract.putComposed(table, parts);

        copy(table, large, CAT);
        copy(table, CAT, DOG);
        copy(table, parts, TableFixture.beside("more"));
        for (ObjectId gone : List.of(large, CAT, parts)) {
            table.mapping.delete(gone, Condition.NONE);
        }
        int unused = VersionContract.sweepAll(table);
        assertThat(writes(table, DOG)).isEqualTo(chunks.subList(1, chunks.size()));
        assertThat(writes(table, TableFixture.beside("more"))).isEqualTo(components);
        assertThat(table.garbageOf(chunks.get(0))).isEmpty();

        table.mapping.delete(DOG, Condition.NONE);
        table.mapping.delete(TableFixture.beside("more"), Condition.NONE);
        unused = VersionContract.sweepAll(table);
        assertThat(table.remaps.countByState()).isEmpty();
        for (WriteId write : chunks) {
            assertThat(table.garbageOf(write)).containsExactlyInAnyOrderElementsOf(SIX.servers());
        }
    }

    @Test
    default void copy_repeated_isOneCopy() {
        TableFixture table = table();
        table.put(CAT, SIX);
        Copy copy = of(table, CAT, DOG);
        ObjectMapping made = requireNonNull(table.uploads.copy(copy).current());
        table.clock.advance(MILLISECOND);
        assertThat(table.uploads.copy(copy)).isEqualTo(new CommitResult(CommitResult.Status.COMMITTED, made));

        ObjectMapping other = table.put(DOG, SIX);
        assertThat(table.uploads.copy(copy)).isEqualTo(new CommitResult(CommitResult.Status.SUPERSEDED, other));
        table.mapping.delete(CAT, Condition.NONE);
        table.mapping.delete(DOG, Condition.NONE);
        int unused = VersionContract.sweepAll(table);
        assertThat(table.remaps.countByState())
                .as("each reference was counted once")
                .isEmpty();
    }

    @Test
    default void conditionDoesNotHold_nothingChanges_andTheListsAreSwept_theCopysFirst() {
        TableFixture table = table();
        ObjectMapping source = table.put(CAT, SIX);
        ObjectMapping target = table.put(DOG, SIX);

        Copy copy = of(table, CAT, source, DOG, Condition.IF_ABSENT);
        assertThat(table.uploads.copy(copy).status()).isEqualTo(CommitResult.Status.PRECONDITION_FAILED);
        assertThat(table.row(CAT)).isEqualTo(source);
        assertThat(table.row(DOG)).isEqualTo(target);
        assertThat(VersionContract.sweepAll(table)).isEqualTo(1);
        assertThat(table.mapping.lookup(Components.id(BUCKET, copy.list())).mapping())
                .isNull();
        table.clock.advance(TableFixture.GRACE.plus(Duration.ofMinutes(11)));
        assertThat(VersionContract.sweepAll(table)).isEqualTo(1);

        Condition matching = new Condition.IfMatch(target.content().contentId());
        assertThat(table.uploads.copy(of(table, CAT, source, DOG, matching)).status())
                .isEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    default void versionThatIsNotThereAnyMore_orNeverWasOfThatKey_isRefused() {
        TableFixture table = table();
        ObjectMapping first = table.put(CAT, SIX);
        Copy late = of(table, CAT, first, DOG, Condition.NONE);
        table.put(CAT, SIX);
        assertFails(ErrorCode.OBJECT_NOT_FOUND, () -> table.uploads.copy(late));

        WriteId part = VersionContract.putComposed(table, DOG).get(0);
        Copy ofPart = new Copy(CAT, part, CAT, "", Map.of(), Condition.NONE, list(table), list(table));
        assertFails(ErrorCode.OBJECT_NOT_FOUND, () -> table.uploads.copy(ofPart));
    }

    @Test
    default void listThatIsNotThere_orUsedUp_isRefused() {
        TableFixture table = table();
        ObjectMapping source = table.put(CAT, SIX);
        WriteId list = list(table);
        WriteId contentId = source.content().contentId();
        Copy unlisted = new Copy(CAT, contentId, DOG, "", Map.of(), Condition.NONE, table.newWriteId(), list);
        assertFails(ErrorCode.WRITE_TOO_OLD, () -> table.uploads.copy(unlisted));
        Copy unknown = new Copy(CAT, contentId, DOG, "", Map.of(), Condition.NONE, list, null);
        assertFails(ErrorCode.WRITE_TOO_OLD, () -> table.uploads.copy(unknown));
        assertThat(table.row(CAT)).as("nothing has changed").isEqualTo(source);
        assertThat(table.mapping.lookup(DOG).mapping()).isNull();
    }

    @Test
    default void otherCopyCameFirst_theSecondListOfTheSourceIsSwept() {
        TableFixture table = table();
        ObjectMapping source = table.put(CAT, SIX);
        Copy slow = of(table, CAT, source, TableFixture.beside("slow"), Condition.NONE);
        copy(table, CAT, DOG);
        assertThat(table.uploads.copy(slow).status()).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(VersionContract.sweepAll(table)).isEqualTo(1);
        assertThat(table.mapping
                        .lookup(Components.id(BUCKET, requireNonNull(slow.sourceList())))
                        .mapping())
                .isNull();
    }

    @Test
    default void copyOntoItself_isANewVersionOfTheSameBytes() {
        TableFixture table = table();
        WriteId bytes = table.put(CAT, SIX).writeId();
        ObjectMapping once = copy(table, CAT, CAT);
        ObjectMapping copied = copy(table, CAT, CAT);
        assertThat(copied.content().contentId()).isNotEqualTo(once.content().contentId());
        assertThat(copied.content().userMetadata()).isEqualTo(Map.of("of", CAT.key()));
        int unused = VersionContract.sweepAll(table);
        assertThat(writes(table, CAT)).containsExactly(bytes);
        assertThat(table.garbageOf(bytes)).isEmpty();
        table.mapping.delete(CAT, Condition.NONE);
        unused = VersionContract.sweepAll(table);
        assertThat(table.garbageOf(bytes)).containsExactlyInAnyOrderElementsOf(SIX.servers());
        assertThat(table.remaps.countByState()).isEmpty();
    }

    @Test
    default void damageAndMoves_followTheBytes() {
        TableFixture table = table();
        table.put(CAT, SIX);
        ObjectMapping damaged = table.damage(CAT, 2);
        Remap planned = table.plan(damaged, RedundancyEvent.UPGRADE, THREE);
        copy(table, CAT, DOG);

        assertThat(table.apply(planned)).as("planned on the row before").isEqualTo(Remap.Outcome.STALE);
        ObjectMapping bytes = runs(table, table.row(DOG)).get(0);
        assertThat(table.row(CAT).degraded()).isFalse();
        assertThat(bytes.degraded()).isTrue();
        assertThat(table.repairs()).extracting(task -> task.row().id()).containsExactly(bytes.id());
        assertThat(table.repair(TableFixture.whole(bytes, bytes.live()))).isEqualTo(Remap.Outcome.APPLIED);

        table.remap(bytes.id(), RedundancyEvent.SWAP, ec(7, 8, 9, 10, 11, 12));
        WriteId moved = table.newWriteId();
        assertThat(table.migrate(table.row(bytes.id()), moved)).isEqualTo(Remap.Outcome.APPLIED);
        assertThat(writes(table, CAT)).isEqualTo(writes(table, DOG)).containsExactly(moved);
    }

    @Test
    default void formerVersions_areCopied_andBothGoOnWithoutTheOther() {
        TableFixture table = table();
        VersionContract.set(table, Versioning.ENABLED);
        ObjectMapping one = table.put(CAT, SIX);
        table.clock.advance(MILLISECOND);
        table.put(CAT, SIX);

        Copy back = of(table, CAT, one, CAT, Condition.NONE);
        assertThat(table.uploads.copy(back).status()).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(writes(table, CAT)).containsExactly(one.writeId());
        ObjectMapping former = requireNonNull(
                requireNonNull(table.versions().find(CAT, VersionId.of(one))).row());
        assertThat(runs(table, former)).extracting(ObjectMapping::writeId).containsExactly(one.writeId());
        assertThat(former.content().userMetadata()).isEqualTo(one.content().userMetadata());

        table.versions().delete(CAT, VersionId.of(one), Condition.NONE);
        int unused = VersionContract.sweepAll(table);
        assertThat(writes(table, CAT)).containsExactly(one.writeId());
        assertThat(table.garbageOf(one.writeId())).isEmpty();
    }

    @Test
    default void metadataOfASharedVersion_areItsOwn() {
        TableFixture table = table();
        ObjectMapping source = table.put(CAT, SIX);
        ObjectMapping copied = copy(table, CAT, DOG);
        table.mapping.updateMetadata(new MetadataUpdate(
                CAT,
                "a/b",
                Map.of("new", "1"),
                new Condition.IfMatch(source.content().contentId())));
        assertThat(table.row(CAT).content().userMetadata()).isEqualTo(Map.of("new", "1"));
        assertThat(table.row(DOG)).isEqualTo(copied);
    }

    @Test
    default void writersCopiersAndDeletersOfFewKeys_loseNothing_andLeaveNothing() throws Exception {
        race(Versioning.OFF);
    }

    @Test
    default void writersCopiersAndDeletersOfVersions_loseNothing_andLeaveNothing() throws Exception {
        race(Versioning.ENABLED);
    }

    private void race(Versioning versioning) throws Exception {
        int racers = 4;
        TableFixture table = table();
        // It exists before the first of them asks for a version in it.
        table.buckets.create(CAT.bucket(), "");
        if (versioning != Versioning.OFF) {
            VersionContract.set(table, versioning);
        }
        List<ObjectId> keys = List.of(CAT, DOG, TableFixture.beside("a"));
        Queue<WriteId> written = new ConcurrentLinkedQueue<>();
        long fence = table.fence();
        ExecutorService pool = Executors.newFixedThreadPool(racers);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int racer = 0; racer < racers; racer++) {
                Random random = new Random(RaceContract.seed() + racer);
                all.add(pool.submit((Callable<?>) () -> {
                    for (int step = 0; step < 60; step++) {
                        raceOn(table, fence, random, keys, written);
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
        for (ObjectVersion version : versions(table)) {
            ObjectMapping row = version.row();
            if (row != null) {
                assertThat(runs(table, row))
                        .isNotEmpty()
                        .allSatisfy(run ->
                                assertThat(table.garbageOf(run.writeId())).isEmpty());
            }
        }
        for (List<ObjectVersion> rest = versions(table); !rest.isEmpty(); rest = versions(table)) {
            rest.forEach(version -> assertThat(table.versions()
                            .delete(version.object(), version.id(), Condition.NONE)
                            .result())
                    .isEqualTo(DeleteResult.DELETED));
        }
        int unused = VersionContract.sweepAll(table);
        table.clock.advance(TableFixture.GRACE.plus(Duration.ofMinutes(11)));
        unused = VersionContract.sweepAll(table);
        assertThat(table.remaps.countByState()).isEmpty();
        Map<WriteId, List<ServerId>> garbage = table.garbage().stream()
                .collect(Collectors.groupingBy(
                        Garbage::writeId, Collectors.mapping(Garbage::server, Collectors.toList())));
        assertThat(written)
                .isNotEmpty()
                .allSatisfy(write -> assertThat(garbage.get(write))
                        .as("fragments of %s that the reaper will delete", write)
                        .containsExactlyInAnyOrderElementsOf(SIX.servers()));
    }

    private static List<ObjectVersion> versions(TableFixture table) {
        return table.versions()
                .list(new VersionQuery(new ListQuery(BUCKET, "", "", "", 1000), null))
                .versions();
    }

    private static void raceOn(
            TableFixture table, long fence, Random random, List<ObjectId> keys, Queue<WriteId> written) {
        ObjectId key = keys.get(random.nextInt(keys.size()));
        switch (random.nextInt(8)) {
            case 0, 1 -> written.add(table.put(key, SIX).content().contentId());
            case 2 -> table.mapping.delete(key, Condition.NONE);
            case 3 -> {
                ObjectVersion any = table.versions().find(key, null);
                if (any != null) {
                    table.versions().delete(key, any.id(), Condition.NONE);
                }
            }
            case 4 -> table.garbage.sweepUploads(fence, 1 + random.nextInt(3));
            default -> {
                List<ObjectVersion> there = versions(table).stream()
                        .filter(version -> !version.isMarker())
                        .toList();
                if (!there.isEmpty()) {
                    ObjectVersion source = there.get(random.nextInt(there.size()));
                    Copy copy = of(table, source.object(), requireNonNull(source.row()), key, Condition.NONE);
                    try {
                        assertThat(table.uploads.copy(copy).status()).isEqualTo(CommitResult.Status.COMMITTED);
                    } catch (ChameleonError gone) {
                        assertThat(gone.code()).isEqualTo(ErrorCode.OBJECT_NOT_FOUND);
                    }
                }
            }
        }
    }

    @Test
    default void listOfTheSource_namesItsVersion_thatOfACopyMakesOne() {
        TableFixture table = table();
        ObjectMapping source = table.put(CAT, SIX);
        WriteId list = table.newWriteId();
        ExtentList ofSource = ExtentList.ofShared(CAT, source.content());
        assertThat(ExtentList.parse(ofSource.bytes()).version(list))
                .isEqualTo(source.content().contentId());
        ExtentList ofCopy = new ExtentList(DOG, table.newWriteId(), 1, "", Map.of(), ofSource.extents());
        assertThat(ofCopy.version(list)).isEqualTo(Components.versionOf(list));
    }
}
