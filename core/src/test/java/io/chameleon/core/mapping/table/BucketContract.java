package io.chameleon.core.mapping.table;

import static io.chameleon.core.mapping.table.TableFixture.BUCKET;
import static io.chameleon.core.mapping.table.TableFixture.ec;
import static io.chameleon.core.mapping.table.TableFixture.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.NewUpload;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The registry of buckets: what is made, what makes itself, and what can go. */
public interface BucketContract {
    ObjectId CAT = object("cat");

    TableFixture table();

    private @Nullable BucketInfo photos() {
        return table().buckets.find(BUCKET);
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(code));
    }

    private List<String> names(@Nullable String owner, String after, int limit) {
        return table().buckets.list(owner, after, limit).stream()
                .map(BucketInfo::name)
                .toList();
    }

    private static Map<String, @Nullable String> removing(String key) {
        Map<String, @Nullable String> changes = new HashMap<>();
        changes.put(key, null);
        return changes;
    }

    private Commit chunk(WriteId upload, int number) {
        ObjectContent content = new ObjectContent(table().newWriteId(), 32_768, 16_384, 1, "", Map.of());
        return new Commit(
                Chunks.id(BUCKET, upload, number), content, ec(1, 2, 3, 4, 5, 6), List.of(), Condition.IF_ABSENT);
    }

    @Test
    default void createdBucket_isFound_withItsOwnerAndDate_andNothingInIt() {
        assertThat(photos()).isNull();
        long now = table().clock.millis();
        BucketInfo made = table().buckets.create(BUCKET, "alice");
        assertThat(made).isEqualTo(new BucketInfo(BUCKET, "alice", now, RedundancyPolicy.EC, Map.of()));
        assertThat(photos()).isEqualTo(made);
        assertThat(table().mapping.list(new ListQuery(BUCKET, "", "", "", 10)).isEmpty())
                .isTrue();
    }

    @Test
    default void bucketThatExists_isNotMadeAgain_byAnybody() {
        BucketInfo made = table().buckets.create(BUCKET, "alice");
        assertRefused(ErrorCode.BUCKET_EXISTS, () -> table().buckets.create(BUCKET, "alice"));
        assertRefused(ErrorCode.BUCKET_EXISTS, () -> table().buckets.create(BUCKET, "bob"));
        assertThat(photos()).isEqualTo(made);
    }

    @Test
    default void bucketThatManyMakeAtOnce_isOneUsers() {
        List<CompletableFuture<Boolean>> makers = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                    try {
                        table().buckets.create(BUCKET, "user" + i);
                        return true;
                    } catch (ChameleonError e) {
                        assertThat(e.code()).isEqualTo(ErrorCode.BUCKET_EXISTS);
                        return false;
                    }
                }))
                .toList();
        assertThat(makers.stream().map(CompletableFuture::join)).containsOnlyOnce(true);
    }

    @Test
    default void commitToABucketThatNobodyMade_makesIt() {
        long now = table().clock.millis();
        table().put(CAT, ec(1, 2, 3, 4, 5, 6));
        assertThat(photos()).isEqualTo(new BucketInfo(BUCKET, "", now, RedundancyPolicy.EC, Map.of()));
        table().clock.advance(Duration.ofMinutes(1));
        table().put(object("dog"), ec(1, 2, 3, 4, 5, 6));
        assertThat(photos()).extracting(BucketInfo::createdMillis).isEqualTo(now);
    }

    @Test
    default void commitToAClaimedBucket_makesItForWhoeverClaimedIt() {
        table().claimed.accept(BUCKET, "alice");
        table().put(CAT, ec(1, 2, 3, 4, 5, 6));
        assertThat(photos()).extracting(BucketInfo::owner).isEqualTo("alice");
    }

    @Test
    default void refusedCommit_makesNoBucket() {
        Commit refused = table().write(CAT, ec(1, 2, 3, 4, 5, 6), new Condition.IfMatch(table().newWriteId()));
        assertThat(table().commit(refused).status()).isEqualTo(CommitResult.Status.PRECONDITION_FAILED);
        assertThat(photos()).isNull();
    }

    @Test
    default void bucketWhosePolicyIsSet_exists_andKeepsItsSettings() {
        table().mapping.setBucketPolicy(BUCKET, RedundancyPolicy.REP);
        assertThat(photos()).extracting(BucketInfo::policy).isEqualTo(RedundancyPolicy.REP);
        table().buckets.configure(BUCKET, Map.of("tags", "a=b"));
        table().mapping.setBucketPolicy(BUCKET, RedundancyPolicy.EC);
        assertThat(table().buckets.configure(BUCKET, Map.of()))
                .returns(RedundancyPolicy.EC, BucketInfo::policy)
                .returns(Map.of("tags", "a=b"), BucketInfo::settings);
        assertThat(table().mapping.lookup(CAT).bucketPolicy()).isEqualTo(RedundancyPolicy.EC);
    }

    @Test
    default void schemesOfABucket_areToldByLookups_fromTheirSettingOn() {
        BucketSchemes wide = BucketSchemes.parsed("REP(2)", "EC(8+3)");
        assertThat(table().buckets.create(BUCKET, "alice", wide.settings()).schemes())
                .isEqualTo(wide);
        assertThat(table().mapping.lookup(CAT)).isEqualTo(new Lookup(null, RedundancyPolicy.EC, wide));
        table().put(CAT, ec(1, 2, 3, 4, 5, 6));
        ObjectId plain = new ObjectId("plain", "dog");
        table().put(plain, ec(1, 2, 3, 4, 5, 6));
        assertThat(table().mapping.lookup(List.of(plain, CAT)))
                .extracting(Lookup::schemes)
                .containsExactly(BucketSchemes.NONE, wide);

        table().buckets.configure(BUCKET, removing(BucketSchemes.EC_SETTING));
        BucketSchemes pairs = BucketSchemes.parsed("REP(2)", null);
        assertThat(table().mapping.lookup(CAT).schemes()).isEqualTo(pairs);
        assertThat(table().buckets.listWithSchemes("", 10))
                .extracting(BucketInfo::name)
                .containsExactly(BUCKET);
        assertThat(table().buckets.listWithSchemes(BUCKET, 10)).isEmpty();
        table().buckets.configure(BUCKET, removing(BucketSchemes.REP_SETTING));
        assertThat(table().buckets.listWithSchemes("", 10)).isEmpty();
    }

    @Test
    default void bucketWithASchemeThatThereIsNot_isNeitherMadeNorChanged() {
        Map<String, String> wrong = Map.of(BucketSchemes.EC_SETTING, "REP(3)");
        assertThatThrownBy(() -> table().buckets.create(BUCKET, "", wrong))
                .hasMessageContaining("setting " + BucketSchemes.EC_SETTING);
        assertThat(photos()).isNull();
        table().buckets.create(BUCKET, "");
        assertThatThrownBy(() -> table().buckets.configure(BUCKET, new HashMap<>(wrong)))
                .hasMessageContaining("setting " + BucketSchemes.EC_SETTING);
        assertThat(photos()).extracting(BucketInfo::settings).isEqualTo(Map.of());
    }

    @Test
    default void emptiedBucket_stays_untilItIsDeleted() {
        table().put(CAT, ec(1, 2, 3, 4, 5, 6));
        assertRefused(ErrorCode.BUCKET_NOT_EMPTY, () -> table().buckets.delete(BUCKET));
        table().mapping.delete(CAT, Condition.NONE);
        assertThat(photos()).isNotNull();
        table().buckets.delete(BUCKET);
        assertThat(photos()).isNull();
        assertRefused(ErrorCode.BUCKET_NOT_FOUND, () -> table().buckets.delete(BUCKET));
    }

    @Test
    default void bucketWithAnOpenUpload_isNotDeleted() {
        WriteId upload = table().newWriteId();
        assertThat(table().commit(chunk(upload, 0)).status()).isEqualTo(CommitResult.Status.COMMITTED);
        assertThat(photos()).isNotNull();
        assertRefused(ErrorCode.BUCKET_NOT_EMPTY, () -> table().buckets.delete(BUCKET));
        table().mapping.discard(new ChunkUpload.Key(BUCKET, upload));
        table().buckets.delete(BUCKET);
        assertThat(photos()).isNull();
    }

    @Test
    default void bucketBesideOneThatHoldsObjects_isDeleted() {
        table().put(new ObjectId(BUCKET + "-old", "cat"), ec(1, 2, 3, 4, 5, 6));
        table().buckets.create(BUCKET, "");
        table().buckets.delete(BUCKET);
        assertThat(names(null, "", 10)).containsExactly(BUCKET + "-old");
    }

    @Test
    default void deletedBucket_leavesNothingToTheNextOfItsName() {
        table().buckets.create(BUCKET, "alice");
        table().mapping.setBucketPolicy(BUCKET, RedundancyPolicy.REP);
        table().buckets.configure(BUCKET, Map.of("tags", "a=b"));
        table().put(CAT, ec(1, 2, 3, 4, 5, 6));
        table().mapping.delete(CAT, Condition.NONE);
        table().buckets.delete(BUCKET);

        assertThat(table().mapping.lookup(CAT).bucketPolicy()).isEqualTo(RedundancyPolicy.EC);
        table().clock.advance(Duration.ofSeconds(1));
        long now = table().clock.millis();
        assertThat(table().buckets.create(BUCKET, "bob"))
                .isEqualTo(new BucketInfo(BUCKET, "bob", now, RedundancyPolicy.EC, Map.of()));
        table().put(CAT, ec(1, 2, 3, 4, 5, 6));
        assertThat(table().quotas.quota(QuotaScope.user("alice")).used()).isEqualTo(Usage.NONE);
        assertThat(table().quotas.quota(QuotaScope.user("bob")).used()).isEqualTo(new Usage(36_000, 1));
        assertThat(table().quotas.quota(QuotaScope.bucket(BUCKET)).used()).isEqualTo(new Usage(36_000, 1));
    }

    @Test
    default void commitAfterADelete_makesTheBucketAnew() {
        table().put(CAT, ec(1, 2, 3, 4, 5, 6));
        table().mapping.delete(CAT, Condition.NONE);
        table().buckets.delete(BUCKET);
        table().put(CAT, ec(1, 2, 3, 4, 5, 6));
        assertThat(photos()).isNotNull();
        assertRefused(ErrorCode.BUCKET_NOT_EMPTY, () -> table().buckets.delete(BUCKET));
    }

    /** Whichever comes first, an object is never in a bucket that does not exist. */
    @Test
    default void commitAndDeleteAtOnce_leaveNoObjectWithoutABucket() {
        for (int round = 0; round < 30; round++) {
            table().buckets.create(BUCKET, "");
            Commit commit = table().write(CAT, ec(1, 2, 3, 4, 5, 6));
            CompletableFuture<Void> delete = CompletableFuture.runAsync(() -> {
                try {
                    table().buckets.delete(BUCKET);
                } catch (ChameleonError e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.BUCKET_NOT_EMPTY);
                }
            });
            assertThat(table().commit(commit).status()).isEqualTo(CommitResult.Status.COMMITTED);
            delete.join();
            assertThat(photos()).isNotNull();
            table().mapping.delete(CAT, Condition.NONE);
            table().buckets.delete(BUCKET);
        }
    }

    @Test
    default void list_isByName_inPages_ofAllOrOfOneOwner() {
        Stream.of("music", "films", "photos-2", "photos")
                .forEach(name -> table().buckets.create(name, name.startsWith("photos") ? "alice" : ""));
        assertThat(names(null, "", 10)).containsExactly("films", "music", "photos", "photos-2");
        assertThat(names(null, "", 3)).containsExactly("films", "music", "photos");
        assertThat(names(null, "photos", 3)).containsExactly("photos-2");
        assertThat(names(null, "g", 1)).containsExactly("music");
        assertThat(names("alice", "", 10)).containsExactly("photos", "photos-2");
        assertThat(names("alice", "photos", 10)).containsExactly("photos-2");
        assertThat(names("bob", "", 10)).isEmpty();
    }

    @Test
    default void listOfThoseToLookAfter_hasRulesOrOpenUploads_inPages() {
        Stream.of("films", "music", "notes", "photos", "photos-2")
                .forEach(name -> table().buckets.create(name, ""));
        table().buckets.configure("films", Map.of(LifecycleRules.SETTING, "rules"));
        table().buckets.configure("photos-2", Map.of(LifecycleRules.SETTING, "rules"));
        table().buckets.configure("notes", Map.of("cors", "<Cors/>"));
        ObjectId object = new ObjectId("photos", "a");
        NewUpload wanted = new NewUpload(object, table().newWriteId(object), "", null, "", Map.of());
        table().uploads.begin(wanted);
        assertThat(aging("", 10)).containsExactly("films", "photos", "photos-2");
        assertThat(aging("films", 1)).containsExactly("photos");
        assertThat(aging("photos-2", 1)).isEmpty();

        table().uploads.abort(wanted.object(), wanted.id());
        table().buckets.configure("films", removing(LifecycleRules.SETTING));
        assertThat(aging("", 10)).containsExactly("photos-2");
    }

    private List<String> aging(String after, int limit) {
        return table().buckets.listAging(after, limit).stream()
                .map(BucketInfo::name)
                .toList();
    }

    @Test
    default void settings_changeByKey_andOthersStay() {
        table().buckets.create(BUCKET, "alice");
        table().buckets.configure(BUCKET, Map.of("cors", "<Cors/>", "tags", "färbe=\"grün\"\n"));
        assertThat(table().buckets.configure(BUCKET, Map.of("cors", "")))
                .returns(Map.of("cors", "", "tags", "färbe=\"grün\"\n"), BucketInfo::settings)
                .isEqualTo(photos());
        assertThat(table().buckets.configure(BUCKET, removing("cors")).settings())
                .containsOnlyKeys("tags");
        assertThat(table().buckets.configure(BUCKET, removing("cors")).settings())
                .containsOnlyKeys("tags");
        assertRefused(ErrorCode.BUCKET_NOT_FOUND, () -> table().buckets.configure("another", Map.of("a", "b")));
    }

    @Test
    default void settingsTooLargeInAll_areRefused_andTheOldOnesStay() {
        table().buckets.create(BUCKET, "");
        table().buckets.configure(BUCKET, Map.of("a", "x".repeat(40_000)));
        BucketInfo before = photos();
        assertThatThrownBy(() -> table().buckets.configure(BUCKET, Map.of("b", "x".repeat(40_000))))
                .hasMessageContaining("settings of a bucket");
        assertThat(photos()).isEqualTo(before);
        table().buckets.configure(BUCKET, Map.of("a", "", "b", "x".repeat(40_000)));
    }

    @Test
    default void settingsThatTwoChangeAtOnce_keepBothChanges() {
        table().buckets.create(BUCKET, "");
        List<CompletableFuture<BucketInfo>> changes = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> table().buckets.configure(BUCKET, Map.of("key" + i, "value"))))
                .toList();
        changes.forEach(CompletableFuture::join);
        assertThat(table().buckets.configure(BUCKET, Map.of()).settings()).hasSize(8);
    }
}
