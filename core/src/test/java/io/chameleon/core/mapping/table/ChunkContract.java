package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static io.chameleon.core.mapping.table.TableFixture.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Large objects: chunks, and the row that names them (docs/internals/metadata.md, "Large objects"). */
public interface ChunkContract {
    int CHUNK = 32_768;

    TableFixture table();

    private static Commit chunk(TableFixture table, WriteId contentId, int number, int size) {
        ObjectContent content = new ObjectContent(table.newWriteId(), size, 16_384, number, "", Map.of());
        ObjectId id = Chunks.id(CAT.bucket(), contentId, number);
        return new Commit(id, content, SIX, List.of(), Condition.IF_ABSENT);
    }

    private static Commit whole(WriteId contentId, long size, Condition condition) {
        ObjectContent content = new ObjectContent(contentId, size, 16_384, CHUNK, 7, "a/b", Map.of("k", "v"));
        return new Commit(CAT, content, SIX, List.of(), condition);
    }

    /** Two chunks and a half. */
    private static long upload(TableFixture table, WriteId contentId) {
        for (int number = 0; number < 3; number++) {
            Commit chunk = chunk(table, contentId, number, number < 2 ? CHUNK : CHUNK / 2);
            assertThat(table.commit(chunk).status()).isEqualTo(CommitResult.Status.COMMITTED);
        }
        return 2L * CHUNK + CHUNK / 2;
    }

    private static List<WriteId> chunkWrites(TableFixture table, WriteId contentId) {
        List<WriteId> writes = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            writes.add(table.row(Chunks.id(CAT.bucket(), contentId, number)).writeId());
        }
        return writes;
    }

    private static List<ObjectMapping> chunks(TableFixture table) {
        return table.mapping
                .list(new ListQuery(Chunks.bucket(CAT.bucket()), "", "", "", 100))
                .objects();
    }

    private static CommitResult.Status commit(TableFixture table, Commit commit) {
        return table.commit(commit).status();
    }

    @Test
    default void chunkedObject_isReadBackAsCommitted_andListsWithoutItsChunks() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        Commit whole = whole(contentId, upload(table, contentId), Condition.NONE);

        assertThat(table.mapping.lookup(CAT).mapping())
                .as("nothing is to be seen before the object's own commit")
                .isNull();
        assertThat(commit(table, whole)).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(table.row(CAT).content()).isEqualTo(whole.content());
        assertThat(table.row(CAT).content().chunks()).isEqualTo(3);
        assertThat(table.mapping
                        .list(new ListQuery(CAT.bucket(), "", "", "", 100))
                        .objects())
                .extracting(ObjectMapping::id)
                .containsExactly(CAT);
        assertThat(chunks(table))
                .extracting(row -> Chunks.number(row.id()))
                .as("in the order of the object")
                .containsExactly(0, 1, 2);
    }

    @Test
    default void commitOfTheObject_repeated_isToldSo_evenAfterItWasSuperseded() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        Commit whole = whole(contentId, upload(table, contentId), Condition.NONE);
        commit(table, whole);

        assertThat(commit(table, whole)).isEqualTo(CommitResult.Status.COMMITTED);
        table.put(CAT, THREE);
        assertThat(commit(table, whole)).isEqualTo(CommitResult.Status.SUPERSEDED);
        table.collectAll();
        table.clock.advance(TableFixture.GRACE.multipliedBy(3));
        table.garbage.collected(List.of());
        assertThat(commit(table, whole))
                .as("nobody remembers it, and its chunks are gone")
                .isEqualTo(CommitResult.Status.TOO_OLD);
    }

    @Test
    default void commitOfAChunk_repeated_changesNothing() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        Commit first = chunk(table, contentId, 0, CHUNK);
        assertThat(commit(table, first)).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(commit(table, first)).isEqualTo(CommitResult.Status.COMMITTED);
        Commit last = chunk(table, contentId, 1, 1);
        assertThat(table.mapping.commit(List.of(last, last)))
                .extracting(CommitResult::status)
                .containsOnly(CommitResult.Status.COMMITTED);
        assertThat(commit(table, whole(contentId, CHUNK + 1, Condition.NONE))).isEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    default void commitOfTheObject_withoutAllItsChunks_isRefused() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        long size = upload(table, contentId);

        assertThat(commit(table, whole(contentId, size + 1, Condition.NONE))).isEqualTo(CommitResult.Status.TOO_OLD);
        assertThat(commit(table, whole(table.newWriteId(), size, Condition.NONE)))
                .isEqualTo(CommitResult.Status.TOO_OLD);
        assertThat(table.mapping.lookup(CAT).mapping()).isNull();
        assertThat(commit(table, whole(contentId, size, Condition.NONE))).isEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    default void chunk_outOfItsTurn_isRefused() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        assertThat(commit(table, chunk(table, contentId, 1, CHUNK)))
                .as("the first is gone, or was never there")
                .isEqualTo(CommitResult.Status.TOO_OLD);
        commit(table, chunk(table, contentId, 0, CHUNK));
        assertThat(commit(table, chunk(table, contentId, 2, CHUNK))).isEqualTo(CommitResult.Status.TOO_OLD);
        assertThat(commit(table, chunk(table, contentId, 1, CHUNK + 1))).isEqualTo(CommitResult.Status.TOO_OLD);
        assertThat(commit(table, chunk(table, contentId, 1, CHUNK - 1))).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(commit(table, chunk(table, contentId, 2, 1)))
                .as("nothing follows a chunk that is not full")
                .isEqualTo(CommitResult.Status.TOO_OLD);
    }

    @Test
    default void chunkOfAnObjectFromTheFuture_isRefused() {
        TableFixture table = table();
        InstantSource ahead = InstantSource.offset(table.clock, MappingRules.LONGEST_LEAD.plusMillis(1));
        WriteId contentId = new WriteIds(ahead, new SplittableRandom(2)).next(CAT);

        assertThat(commit(table, chunk(table, contentId, 0, CHUNK))).isEqualTo(CommitResult.Status.FROM_FUTURE);
        assertThat(chunks(table)).isEmpty();
    }

    @Test
    default void commitOfTheObject_longAfterItsFirstChunk_succeeds() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        for (int number = 0; number < 4; number++) {
            assertThat(commit(table, chunk(table, contentId, number, CHUNK))).isEqualTo(CommitResult.Status.COMMITTED);
            table.clock.advance(TableFixture.GRACE.multipliedBy(9).dividedBy(10));
            assertThat(table.garbage.sweepUploads(table.fence(), 100))
                    .as("its newest chunk is young")
                    .isZero();
        }
        assertThat(commit(table, whole(contentId, 4L * CHUNK, Condition.NONE)))
                .isEqualTo(CommitResult.Status.COMMITTED);
    }

    @Test
    default void supersededOrDeleted_takesItsChunksAlong() {
        TableFixture table = table();
        WriteId first = table.newWriteId();
        commit(table, whole(first, upload(table, first), Condition.NONE));
        WriteId second = table.newWriteId();
        long size = upload(table, second);
        List<WriteId> firstWrites = chunkWrites(table, first);
        List<WriteId> secondWrites = chunkWrites(table, second);

        assertThat(commit(table, whole(second, size, Condition.NONE))).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(chunks(table)).extracting(ObjectMapping::writeId).containsExactlyElementsOf(secondWrites);
        for (WriteId write : firstWrites) {
            assertThat(table.garbageOf(write)).containsExactlyInAnyOrderElementsOf(SIX.servers());
        }

        assertThat(table.mapping.delete(CAT, Condition.NONE)).isEqualTo(DeleteResult.DELETED);
        assertThat(chunks(table)).isEmpty();
        for (WriteId write : secondWrites) {
            assertThat(table.garbageOf(write)).containsExactlyInAnyOrderElementsOf(SIX.servers());
        }
        assertThat(table.remaps.countByState()).isEmpty();
    }

    @Test
    default void supersededByASmallObject_takesItsChunksAlong_alsoThoseMovedOrDamaged() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        commit(table, whole(contentId, upload(table, contentId), Condition.NONE));
        ObjectId moving = Chunks.id(CAT.bucket(), contentId, 0);
        ObjectId damaged = Chunks.id(CAT.bucket(), contentId, 1);
        table.remap(moving, RedundancyEvent.UPGRADE, THREE);
        table.damage(damaged, 2);
        WriteId movingWrite = table.row(moving).writeId();

        ObjectMapping small = table.put(CAT, THREE);

        assertThat(small.content().isChunked()).isFalse();
        assertThat(chunks(table)).isEmpty();
        assertThat(table.repairs()).isEmpty();
        assertThat(table.mapping.history(moving)).isEmpty();
        assertThat(table.garbageOf(movingWrite)).containsExactlyInAnyOrderElementsOf(SIX.servers());
    }

    @Test
    default void refusedCondition_leavesTheUpload_toBeDiscarded() {
        TableFixture table = table();
        ObjectMapping small = table.put(CAT, SIX);
        WriteId contentId = table.newWriteId();
        Commit whole = whole(contentId, upload(table, contentId), Condition.IF_ABSENT);
        List<WriteId> writes = chunkWrites(table, contentId);
        ChunkUpload.Key upload = new ChunkUpload.Key(CAT.bucket(), contentId);

        assertThat(commit(table, whole)).isEqualTo(CommitResult.Status.PRECONDITION_FAILED);
        assertThat(table.row(CAT)).isEqualTo(small);
        assertThat(table.mapping.discard(upload)).isTrue();
        assertThat(chunks(table)).isEmpty();
        for (WriteId write : writes) {
            assertThat(table.garbageOf(write)).containsExactlyInAnyOrderElementsOf(SIX.servers());
        }
        assertThat(table.mapping.discard(upload)).as("a second time").isFalse();
    }

    @Test
    default void discard_ofWhatHasBecomeAnObject_doesNothing() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        commit(table, whole(contentId, upload(table, contentId), Condition.NONE));

        assertThat(table.mapping.discard(new ChunkUpload.Key(CAT.bucket(), contentId)))
                .isFalse();
        assertThat(chunks(table)).hasSize(3);
    }

    @Test
    default void sweep_deletesUploadsWhoseClientDied_andNothingElse() {
        TableFixture table = table();
        WriteId live = table.newWriteId();
        commit(table, whole(live, upload(table, live), Condition.NONE));
        WriteId dead = table.newWriteId();
        long size = upload(table, dead);
        table.clock.advance(TableFixture.GRACE.multipliedBy(2));
        WriteId young = table.newWriteId();
        commit(table, chunk(table, young, 0, CHUNK));

        assertThat(table.garbage.sweepUploads(table.fence(), 100)).isEqualTo(1);
        assertThat(chunks(table))
                .extracting(row -> Chunks.contentId(row.id()))
                .containsOnly(live, young)
                .hasSize(4);
        assertThat(commit(table, whole(dead, size, Condition.NONE))).isEqualTo(CommitResult.Status.TOO_OLD);
        assertThat(table.garbage.sweepUploads(table.fence(), 100)).isZero();
    }

    /** More than one transaction deletes. */
    @Test
    default void objectOfThousandsOfChunks_isDeleted_andTheSweepTakesTheRest() {
        TableFixture table = table();
        WriteId large = table.newWriteId();
        int count = 2_300;
        for (int from = 0; from < count; from += 100) {
            List<Commit> batch = new ArrayList<>();
            for (int number = from; number < from + 100; number++) {
                batch.add(chunk(table, large, number, CHUNK));
            }
            table.mapping.commit(batch);
        }
        table.damage(Chunks.id(CAT.bucket(), large, 5), 1);
        table.damage(Chunks.id(CAT.bucket(), large, 2_200), 1);
        Commit named = whole(large, (long) count * CHUNK, Condition.NONE);
        assertThat(commit(table, named)).isEqualTo(CommitResult.Status.COMMITTED);

        table.mapping.delete(CAT, Condition.NONE);
        assertThat(commit(table, named)).isEqualTo(CommitResult.Status.SUPERSEDED);
        assertThat(commit(table, chunk(table, large, count, CHUNK))).isEqualTo(CommitResult.Status.TOO_OLD);
        int unused = table.garbage.sweepUploads(table.fence(), 100);
        assertThat(chunks(table)).isEmpty();
        assertThat(table.repairs.repairStatus().objects()).isZero();
        assertThat(table.repairs.objectsOn(server(1), null, 10).objects()).isEmpty();
        assertThat(table.garbage()).hasSize((count + 1) * 6);
        assertThat(table.garbage.sweepUploads(table.fence(), 100)).isZero();
    }

    @Test
    default void sweep_underAnOutdatedFence_isRefused() {
        TableFixture table = table();
        long old = table.fence();
        table.remaps.claim("balancer-1");
        assertThatThrownBy(() -> table.garbage.sweepUploads(old, 100)).isInstanceOf(ChameleonError.class);
    }

    @Test
    default void scansForTheBalancer_seeChunks_andNotTheRowThatNamesThem() {
        TableFixture table = table();
        WriteId contentId = table.newWriteId();
        commit(table, whole(contentId, upload(table, contentId), Condition.NONE));

        assertThat(table.remaps.hottest(100)).hasSize(3).allMatch(row -> Chunks.isChunk(row.id()));
        assertThat(table.remaps.coldest(100)).hasSize(3).allMatch(row -> Chunks.isChunk(row.id()));
    }

    @Test
    default void chunkedWriteToTheSourceOfAnObjectInBetween_completesIt() {
        TableFixture table = table();
        table.put(CAT, SIX);
        table.remap(CAT, RedundancyEvent.UPGRADE, THREE);
        WriteId contentId = table.newWriteId();
        commit(table, whole(contentId, upload(table, contentId), Condition.NONE));

        assertThat(table.row(CAT).state()).as("it has nothing to move").isEqualTo(RedundancyState.EC);
        assertThat(table.remaps.pending(Long.MAX_VALUE, null, 10)).isEmpty();
    }
}
