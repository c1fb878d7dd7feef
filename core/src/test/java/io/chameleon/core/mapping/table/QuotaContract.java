package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.CommitResult.Status.COMMITTED;
import static io.chameleon.core.mapping.CommitResult.Status.OVER_QUOTA;
import static io.chameleon.core.mapping.table.CommitContract.CAT;
import static io.chameleon.core.mapping.table.CommitContract.DOG;
import static io.chameleon.core.mapping.table.CommitContract.SIX;
import static io.chameleon.core.mapping.table.CommitContract.THREE;
import static io.chameleon.core.mapping.table.TableFixture.BUCKET;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Usage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Quotas: how much may be stored. */
public interface QuotaContract {
    QuotaScope PHOTOS = QuotaScope.bucket(BUCKET);
    QuotaScope ALICE = QuotaScope.user("alice");

    TableFixture table();

    private Commit write(ObjectId id, long bytes) {
        return write(table().newWriteId(id), id, bytes, Condition.NONE);
    }

    private static Commit write(WriteId writeId, ObjectId id, long bytes, Condition condition) {
        return new Commit(id, new ObjectContent(writeId, bytes, 16_384, 1, "", Map.of()), SIX, List.of(), condition);
    }

    private CommitResult.Status put(ObjectId id, long bytes) {
        return table().commit(write(id, bytes)).status();
    }

    private Usage used(QuotaScope of) {
        return table().quotas.quota(of).used();
    }

    @Test
    default void usage_isWhatIsStored_withOrWithoutAQuota() {
        assertThat(used(PHOTOS)).isEqualTo(Usage.NONE);
        put(CAT, 1_000);
        put(DOG, 500);
        assertThat(used(PHOTOS)).isEqualTo(new Usage(1_500, 2));
        put(CAT, 3_000);
        table().put(CAT, THREE);
        assertThat(used(PHOTOS)).isEqualTo(new Usage(36_500, 2));
        table().mapping.delete(CAT, Condition.NONE);
        assertThat(used(PHOTOS)).isEqualTo(new Usage(500, 1));
        assertThat(table().quotas.quota(PHOTOS).quota()).isEqualTo(Quota.NONE);
        assertThat(table().quotas.quotas()).isEmpty();
    }

    @Test
    default void commitOverTheBytesOfItsBucket_isRefused_andADeletionGivesThemBack() {
        table().quotas.setQuota(PHOTOS, new Quota(1_000, Quota.UNBOUNDED));
        assertThat(put(CAT, 600)).isEqualTo(COMMITTED);
        Commit refused = write(DOG, 401);
        assertThat(table().commit(refused)).isEqualTo(new CommitResult(OVER_QUOTA, null));
        assertThat(table().mapping.lookup(DOG).mapping()).isNull();
        assertThat(put(DOG, 400)).isEqualTo(COMMITTED);
        assertThat(put(new ObjectId("another", "cat"), 5_000)).isEqualTo(COMMITTED);

        table().mapping.delete(CAT, Condition.NONE);
        assertThat(put(object("bird"), 600)).isEqualTo(COMMITTED);
        assertThat(used(PHOTOS)).isEqualTo(new Usage(1_000, 2));
    }

    @Test
    default void commitOverTheObjectsOfItsBucket_isRefused_anOverwriteIsNot() {
        table().quotas.setQuota(PHOTOS, new Quota(Quota.UNBOUNDED, 1));
        assertThat(put(CAT, 600)).isEqualTo(COMMITTED);
        assertThat(put(DOG, 0)).isEqualTo(OVER_QUOTA);
        assertThat(put(CAT, 60_000)).isEqualTo(COMMITTED);
    }

    @Test
    default void overwrite_countsTheDifference_andWhatDoesNotGrowIsTakenAlsoOverTheQuota() {
        put(CAT, 900);
        table().quotas.setQuota(PHOTOS, new Quota(1_000, 1));
        assertThat(put(CAT, 1_001)).isEqualTo(OVER_QUOTA);
        assertThat(put(CAT, 1_000)).isEqualTo(COMMITTED);
        table().quotas.setQuota(PHOTOS, new Quota(10, 0));
        assertThat(put(CAT, 1_001)).isEqualTo(OVER_QUOTA);
        assertThat(put(CAT, 1_000)).isEqualTo(COMMITTED);
        assertThat(put(CAT, 999)).isEqualTo(COMMITTED);
        assertThat(table().row(CAT).content().size()).isEqualTo(999);
        table().quotas.setQuota(PHOTOS, Quota.NONE);
        assertThat(put(CAT, 1_000_000)).isEqualTo(COMMITTED);
    }

    @Test
    default void commitsOfOneBatch_countEachOther() {
        table().quotas.setQuota(PHOTOS, new Quota(1_000, Quota.UNBOUNDED));
        List<CommitResult> results = table().mapping
                .commit(List.of(write(CAT, 600), write(DOG, 600), write(CAT, 100), write(object("bird"), 900)));
        assertThat(results)
                .extracting(CommitResult::status)
                .containsExactly(COMMITTED, OVER_QUOTA, COMMITTED, COMMITTED);
        assertThat(used(PHOTOS)).isEqualTo(new Usage(1_000, 2));
    }

    @Test
    default void userWithAQuota_isChargedForAllItsBuckets_whoeverWritesThere() {
        ObjectId other = new ObjectId("videos", "cat");
        table().claimed.accept(BUCKET, "alice");
        table().claimed.accept("videos", "alice");
        table().claimed.accept("bobs", "bob");
        table().quotas.setQuota(ALICE, new Quota(1_000, Quota.UNBOUNDED));
        table().quotas.setQuota(QuotaScope.bucket("videos"), new Quota(700, 5));
        assertThat(put(CAT, 600)).isEqualTo(COMMITTED);
        assertThat(put(other, 401)).isEqualTo(OVER_QUOTA);
        assertThat(put(other, 400)).isEqualTo(COMMITTED);
        assertThat(put(new ObjectId("bobs", "cat"), 401)).isEqualTo(COMMITTED);
        assertThat(used(ALICE)).isEqualTo(new Usage(1_000, 2));

        table().mapping.delete(CAT, Condition.NONE);
        assertThat(put(other, 701)).as("the bucket's own").isEqualTo(OVER_QUOTA);
        assertThat(table().quotas.quotas())
                .containsExactly(
                        new QuotaStatus(QuotaScope.bucket("videos"), new Quota(700, 5), new Usage(400, 1)),
                        new QuotaStatus(ALICE, new Quota(1_000, Quota.UNBOUNDED), new Usage(400, 1)));
    }

    @Test
    default void refusedCommit_isTakenOnceThereIsRoom_andItsRepeatIsTheSame() {
        table().quotas.setQuota(PHOTOS, new Quota(1_000, Quota.UNBOUNDED));
        put(CAT, 600);
        Commit late = write(DOG, 500);
        assertThat(table().commit(late).status()).isEqualTo(OVER_QUOTA);
        table().quotas.setQuota(PHOTOS, new Quota(1_100, Quota.UNBOUNDED));
        assertThat(table().commit(late).status()).isEqualTo(COMMITTED);
        assertThat(table().commit(late).status()).isEqualTo(COMMITTED);
        assertThat(used(PHOTOS)).isEqualTo(new Usage(1_100, 2));
    }

    @Test
    default void chunks_countAsTheyAreCommitted_andTheirObjectCountsOnce() {
        WriteId upload = table().newWriteId();
        table().quotas.setQuota(PHOTOS, new Quota(70_000, 1));
        for (int number = 0; number < 2; number++) {
            Commit chunk = write(table().newWriteId(), Chunks.id(BUCKET, upload, number), 32_768, Condition.IF_ABSENT);
            assertThat(table().commit(chunk).status()).isEqualTo(COMMITTED);
        }
        assertThat(used(PHOTOS)).isEqualTo(new Usage(65_536, 0));
        Commit third = write(table().newWriteId(), Chunks.id(BUCKET, upload, 2), 32_768, Condition.IF_ABSENT);
        assertThat(table().commit(third).status()).isEqualTo(OVER_QUOTA);
        ObjectContent whole = new ObjectContent(upload, 65_536, 16_384, 32_768, 1, "", Map.of());
        assertThat(table().commit(new Commit(CAT, whole, SIX, List.of(), Condition.NONE))
                        .status())
                .isEqualTo(COMMITTED);
        assertThat(used(PHOTOS)).isEqualTo(new Usage(65_536, 1));
        assertThat(put(CAT, 10)).isEqualTo(COMMITTED);
        assertThat(used(PHOTOS)).isEqualTo(new Usage(10, 1));
    }

    @Test
    default void uploadThatIsGivenUp_givesItsBytesBack() {
        WriteId upload = table().newWriteId();
        assertThat(table().commit(
                                write(table().newWriteId(), Chunks.id(BUCKET, upload, 0), 32_768, Condition.IF_ABSENT))
                        .status())
                .isEqualTo(COMMITTED);
        assertThat(table().mapping.discard(new ChunkUpload.Key(BUCKET, upload))).isTrue();
        assertThat(used(PHOTOS)).isEqualTo(Usage.NONE);
    }

    @Test
    default void room_isTheSameQuestionBeforeAWrite() {
        table().claimed.accept(BUCKET, "alice");
        assertThatCode(() -> table().quotas.requireRoom(CAT, Long.MAX_VALUE / 2))
                .doesNotThrowAnyException();
        put(CAT, 600);
        table().quotas.setQuota(ALICE, new Quota(1_000, Quota.UNBOUNDED));
        assertThatCode(() -> table().quotas.requireRoom(DOG, 400)).doesNotThrowAnyException();
        assertThatCode(() -> table().quotas.requireRoom(CAT, 1_000)).doesNotThrowAnyException();
        for (var tooMuch : Map.of(DOG, 401L, CAT, 1_001L).entrySet()) {
            assertThatThrownBy(() -> table().quotas.requireRoom(tooMuch.getKey(), tooMuch.getValue()))
                    .isInstanceOfSatisfying(
                            ChameleonError.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED));
        }
    }

    @Test
    default void recount_ofWhatIsRight_changesNothing() {
        table().claimed.accept(BUCKET, "alice");
        put(CAT, 600);
        table().quotas.recount(PHOTOS);
        table().quotas.recount(ALICE);
        assertThat(used(PHOTOS)).isEqualTo(new Usage(600, 1));
        assertThat(used(ALICE)).isEqualTo(new Usage(600, 1));
    }
}
