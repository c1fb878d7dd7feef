package io.chameleon.metadata.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ManualClock;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Usage;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.Tables;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.metadata.table.Samples;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sliced buckets over three databases: their rows of the registry, and what a process leaves that dies in between. */
class SlicedBucketsTest {
    private static final Map<String, String> SLICED = Map.of(Slices.SETTING, "16");

    private static SeveralDatabases several;

    private final ManualClock clock = new ManualClock();
    private final WriteIds writeIds = new WriteIds(clock, new SplittableRandom(1));
    private List<DatabaseTables> each;
    private Databases routes;
    private Tables tables;
    private SliceUpkeep upkeep;

    @BeforeAll
    static void open() {
        several = new SeveralDatabases(3);
    }

    @AfterAll
    static void close() {
        several.close();
    }

    @BeforeEach
    void empty() {
        several.empty();
        each = several.tables(clock, Duration.ofHours(1));
        restart();
    }

    /** From now on by a process that remembers nothing. */
    private void restart() {
        routes = several.routes(each);
        tables = several.ports(clock, routes);
        upkeep = new SliceUpkeep(routes);
    }

    private Commit write(ObjectId id) {
        ObjectContent content = new ObjectContent(writeIds.next(id), 36_000, 16_384, 1, "", Map.of());
        return new Commit(id, content, Samples.SIX, List.of(), Condition.NONE);
    }

    private ObjectMapping put(ObjectId id) {
        Commit commit = write(id);
        CommitResult result = tables.mapping().commit(List.of(commit)).getFirst();
        assertThat(result.status()).isEqualTo(CommitResult.Status.COMMITTED);
        return Objects.requireNonNull(result.current());
    }

    private static ObjectId object(int key) {
        return new ObjectId("photos", "k" + key);
    }

    private void execute(int database, String sql) {
        int unused = several.databases
                .get(database)
                .transactions()
                .run(session -> session.createNativeMutationQuery(sql).executeUpdate());
    }

    private List<BucketInfo> all() {
        return tables.buckets().list(null, "", 10);
    }

    @Test
    void slices_areSpreadOverAllDatabases_andAreNoBuckets() {
        tables.buckets().create("photos", "alice", SLICED);
        restart();

        for (DatabaseTables database : each) {
            assertThat(database.slices().revisions(Slices.names("photos"))).hasSizeBetween(5, 6);
        }
        assertThat(all()).extracting(BucketInfo::name).containsExactly("photos");
        assertThat(tables.buckets().list("alice", "", 10)).isEqualTo(all());
        assertThat(all().getFirst().isSliced()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"versioning, Sometimes", "scheme.ec, nonsense"})
    void bucketThatIsRefused_leavesItsNameUnsliced(String setting, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> tables.buckets().create("photos", "alice", Map.of(Slices.SETTING, "16", setting, value)))
                .withMessageContaining(value);

        assertThat(tables.buckets().create("photos", "alice").isSliced()).isFalse();
    }

    @Test
    void settingsAndPolicy_areThoseOfAllSlices() {
        tables.buckets().create("photos", "alice", SLICED);

        tables.buckets().configure("photos", Map.of(Versioning.SETTING, "Enabled", "scheme.ec", "EC(3+2)"));
        tables.mapping().setBucketPolicy("photos", RedundancyPolicy.REP);

        for (int key = 0; key < 20; key++) {
            put(object(key));
            ObjectMapping row = put(object(key));
            assertThat(row.versioned()).isTrue();
            assertThat(tables.mapping().lookup(row.id()).bucketPolicy()).isEqualTo(RedundancyPolicy.REP);
            assertThat(tables.mapping().lookup(row.id()).schemes().ec()).hasToString("EC(3+2)");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tables.buckets().configure("photos", Map.of(Slices.SETTING, "8")))
                .withMessageContaining("setting slices");
    }

    @Test
    void versions_areListedInOrder_inPagesOfAnyLength() {
        tables.buckets().create("photos", "", SLICED);
        tables.buckets().configure("photos", Map.of(Versioning.SETTING, "Enabled"));
        List<String> written = new ArrayList<>();
        for (int key = 10; key < 40; key++) {
            List<String> newestFirst = new ArrayList<>();
            for (int version = 0; version < 1 + key % 3; version++) {
                newestFirst.addFirst("k" + key + " " + put(object(key)).writeId());
                clock.advance(Duration.ofMillis(1));
            }
            written.addAll(newestFirst);
        }
        for (int limit : new int[] {1, 7, 1000}) {
            List<String> listed = new ArrayList<>();
            VersionPage page = page(new VersionQuery(new ListQuery("photos", "", "", "", limit), null), listed);
            while (!page.nextKey().isEmpty()) {
                ListQuery keys = new ListQuery("photos", "", "", page.nextKey(), limit);
                page = page(new VersionQuery(keys, page.nextVersion()), listed);
            }
            assertThat(listed).as("pages of %d", limit).isEqualTo(written);
        }
    }

    private VersionPage page(VersionQuery query, List<String> listed) {
        VersionPage page = Objects.requireNonNull(tables.versions()).list(query);
        assertThat(page.versions()).hasSizeLessThanOrEqualTo(query.keys().limit());
        page.versions()
                .forEach(version -> listed.add(version.object().key() + " "
                        + Objects.requireNonNull(version.row()).writeId()));
        return page;
    }

    @Test
    void bucketThatHoldsAnything_isNotDeleted_andAnEmptyOneIsInAllSlices() {
        tables.buckets().create("photos", "alice", SLICED);
        ObjectMapping row = put(object(1));

        assertThatThrownBy(() -> tables.buckets().delete("photos"))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.BUCKET_NOT_EMPTY));
        assertThat(all()).hasSize(1);

        tables.mapping().delete(row.id(), Condition.NONE);
        tables.buckets().delete("photos");
        upkeep.run();

        assertThat(all()).isEmpty();
        for (DatabaseTables database : each) {
            assertThat(database.slices().revisions(Slices.names("photos"))).isEmpty();
        }
        restart();
        assertThat(tables.buckets().create("photos", "bob").isSliced())
                .as("the name stays that of a sliced bucket")
                .isTrue();
        put(object(1));
    }

    @Test
    void commitThatMeetsTheDeletion_makesTheBucketAnew() {
        tables.buckets().create("photos", "alice", SLICED);
        tables.buckets().delete("photos");

        ObjectMapping row = put(object(1));
        upkeep.run();

        assertThat(all()).extracting(BucketInfo::name).containsExactly("photos");
        assertThat(all().getFirst().isSliced()).isTrue();
        assertThat(tables.mapping().lookup(row.id()).mapping()).isEqualTo(row);
    }

    private RoutedGrantTable grants() {
        return new RoutedGrantTable(routes, clock, Duration.ofHours(1));
    }

    private void assertNobodyTakes(String bucket) {
        assertThat(grants().isUnused(bucket)).isFalse();
        assertThat(grants().claim(bucket, "bob")).isFalse();
        assertThatThrownBy(() -> tables.buckets().create(bucket, "bob", SLICED))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.BUCKET_EXISTS));
        assertThat(grants().access(bucket, "bob")).isNull();
    }

    @Test
    void bucketWithoutAnOwner_thatHoldsObjects_isNobodysToTake() {
        tables.buckets().create("photos", "", SLICED);
        ObjectMapping row = put(object(1));

        assertNobodyTakes("photos");

        tables.mapping().delete(row.id(), Condition.NONE);
        assertThat(grants().isUnused("photos")).isTrue();
        assertThat(grants().claim("photos", "bob")).isTrue();
    }

    /** Its row is gone, and the slice of the object is as it was. */
    @Test
    void commitThatTheDeletionDidNotSee_staysItsOwners() {
        tables.buckets().create("photos", "alice", SLICED);
        tables.buckets().configure("photos", Map.of(Versioning.SETTING, "Enabled"));
        ObjectMapping row = put(object(1));
        for (String table : List.of("bucket where name", "bucket_claim where bucket", "bucket_grant where bucket")) {
            execute(routes.of("photos").number(), "delete from " + table + " = 'photos'");
        }

        assertNobodyTakes("photos");

        assertThat(grants().access("photos", "alice")).isEqualTo(Access.OWNER);
        assertThat(tables.buckets().find("photos"))
                .satisfies(found -> assertThat(found.versioning()).isEqualTo(Versioning.ENABLED));
        assertThat(tables.mapping().lookup(row.id()).mapping()).isEqualTo(row);
    }

    @Test
    void bucketThatIsMadeAnewWhileItIsDeleted_hasItsSettingsInAllSlices() {
        tables.buckets().create("photos", "alice", SLICED);
        BucketTable others = new RoutedBucketTable(several.routes(each));
        List<DatabaseTables> deleting = each.stream()
                .map(database -> withBuckets(
                        database,
                        after(
                                "delete",
                                database.buckets(),
                                () -> others.create(
                                        "photos", "bob", Map.of(Slices.SETTING, "16", Versioning.SETTING, "Enabled")))))
                .toList();
        clock.advance(Duration.ofMillis(1));

        new RoutedBucketTable(several.routes(deleting)).delete("photos");

        for (int key = 0; key < 20; key++) {
            assertThat(put(object(key)).versioned()).isTrue();
        }
    }

    /** A port after whose calls of a method something else happens. */
    private static BucketTable after(String name, BucketTable port, Runnable then) {
        return (BucketTable) Proxy.newProxyInstance(
                BucketTable.class.getClassLoader(), new Class<?>[] {BucketTable.class}, (proxy, method, arguments) -> {
                    Object answer = method.invoke(port, arguments);
                    if (method.getName().equals(name)) {
                        then.run();
                    }
                    return answer;
                });
    }

    /** Another process makes it after this one has found that nobody has used the name. */
    @Test
    void uploadThatMeetsTheMakingOfItsBucket_isInItsSlice() {
        BucketTable others = new RoutedBucketTable(several.routes(each));
        BucketDirectory remembered = routes.directory();
        BucketDirectory meeting = (BucketDirectory) Proxy.newProxyInstance(
                BucketDirectory.class.getClassLoader(),
                new Class<?>[] {BucketDirectory.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("assign") && others.find("photos") == null) {
                        others.create("photos", "alice", SLICED);
                    }
                    return method.invoke(remembered, arguments);
                });
        WriteId id = writeIds.next(object(1));
        NewUpload upload = new NewUpload(object(1), id, "", null, "", Map.of());
        UploadTable uploads = new RoutedUploadTable(new Databases(each, meeting));

        assertThat(uploads.begin(upload).object()).isEqualTo(object(1));

        assertThat(uploads.parts(object(1), id, 0, 10).upload().id()).isEqualTo(id);
    }

    /** A first database that was restored knows it by slices alone, until the database answers that has its row. */
    @Test
    void placeOfASlicedBucket_isNotRememberedUntilAllDatabasesHaveAnswered() {
        AtomicInteger asked = new AtomicInteger();
        FreezeWatch late = new FreezeWatch(several.databases.get(2), () -> {
            if (asked.incrementAndGet() == 2) {
                throw new ChameleonError(ErrorCode.UNAVAILABLE, "not yet");
            }
            return System.nanoTime();
        });
        List<FreezeWatch> watches = new ArrayList<>(several.databases.subList(0, 2).stream()
                .map(database -> new FreezeWatch(database, System::nanoTime))
                .toList());
        watches.add(late);
        Databases starting = several.routes(each, new FreezeWatches(watches));
        several.slice("photos");
        assertThat(starting.of("photos").number()).isZero();

        execute(0, "update bucket_database set number = 2 where bucket = 'photos'");
        late.look();

        assertThat(starting.of("photos").number()).isEqualTo(2);
    }

    private static DatabaseTables withBuckets(DatabaseTables of, BucketTable buckets) {
        return new DatabaseTables(
                of.number(),
                of.epoch(),
                of.mapping(),
                of.remaps(),
                of.garbage(),
                of.repairs(),
                of.grants(),
                of.quotas(),
                buckets,
                of.slices(),
                of.uploads(),
                of.versions());
    }

    /** It made the bucket, and died before the slices had its settings. */
    @Test
    void processThatDied_leavesSlicesThatAreSettledByAnother() {
        tables.buckets().create("photos", "alice", SLICED);
        tables.buckets().configure("photos", Map.of(Versioning.SETTING, "Enabled"));
        String slice = Slices.in(object(1)).bucket();
        execute(routes.of(slice).number(), "delete from bucket where name = '" + slice + "'");
        execute(
                routes.of("photos").number(),
                "update bucket set policy = 1, revision = revision + 1 where name = 'photos'");
        restart();

        upkeep.run();

        assertThat(put(object(1)).versioned()).isTrue();
        for (int key = 0; key < 20; key++) {
            assertThat(tables.mapping().lookup(object(key)).bucketPolicy())
                    .isEqualTo(tables.buckets().list(null, "", 1).getFirst().policy());
        }
    }

    /** As one that was restored from a backup may be. */
    @Test
    void rowThatIsOlderThanItsCopies_stillCounts() {
        tables.buckets().create("photos", "alice", SLICED);
        tables.buckets().configure("photos", Map.of(Versioning.SETTING, "Enabled"));
        int home = routes.of("photos").number();
        execute(home, "update bucket set revision = 1, settings = '{\"slices\": \"16\"}' where name = 'photos'");

        upkeep.run();

        for (int key = 0; key < 20; key++) {
            assertThat(put(object(key)).versioned()).isFalse();
        }
    }

    /** One that moves, for example: its database refuses changes. */
    @Test
    void sliceThatCannotBeChanged_keepsNoOtherBucketWaiting() {
        tables.buckets().create("movies", "alice", SLICED);
        tables.buckets().create("photos", "alice", SLICED);
        for (String bucket : List.of("movies", "photos")) {
            tables.quotas().setQuota(QuotaScope.bucket(bucket), new Quota(Quota.UNBOUNDED, 1));
            execute(
                    routes.of(bucket).number(),
                    "update bucket set policy = 1, revision = revision + 1 where name = '" + bucket + "'");
        }
        put(object(1));
        String moving = Slices.name("movies", 0);
        int database = routes.of(moving).number();
        execute(database, "alter table bucket add constraint moves check (name <> '" + moving + "') not valid");
        execute(database, "alter table quota add constraint moves check (name <> '" + moving + "') not valid");
        try {
            grants().set("movies", "bob", Access.READ);
            grants().set("movies", "bob", null);
            upkeep.run();
        } finally {
            execute(database, "alter table bucket drop constraint moves");
            execute(database, "alter table quota drop constraint moves");
        }

        for (int key = 2; key < 10; key++) {
            assertThat(tables.mapping().lookup(object(key)).bucketPolicy()).isEqualTo(RedundancyPolicy.REP);
            assertThat(commit(object(key))).isEqualTo(CommitResult.Status.OVER_QUOTA);
        }
    }

    @Test
    void quotas_countWhatIsInAllSlices() {
        tables.buckets().create("photos", "alice", SLICED);
        tables.quotas().setQuota(QuotaScope.bucket("photos"), new Quota(Quota.UNBOUNDED, 20));
        tables.quotas().setQuota(QuotaScope.user("alice"), new Quota(Quota.UNBOUNDED, 25));
        UserQuotas users = new UserQuotas(each);
        for (int key = 0; key < 20; key++) {
            put(object(key));
            upkeep.run();
            users.share();
        }

        assertThat(tables.quotas().quota(QuotaScope.bucket("photos")).used()).isEqualTo(new Usage(20 * 36_000, 20));
        assertThat(tables.quotas().quota(QuotaScope.user("alice")).used()).isEqualTo(new Usage(20 * 36_000, 20));
        assertThat(tables.quotas().quotas())
                .extracting(status -> status.of().name())
                .containsExactly("photos", "alice");
        assertThat(commit(object(20))).isEqualTo(CommitResult.Status.OVER_QUOTA);

        tables.quotas().setQuota(QuotaScope.bucket("photos"), Quota.NONE);
        for (int key = 20; key < 25; key++) {
            put(object(key));
            users.share();
        }
        assertThat(commit(object(25))).as("alice's").isEqualTo(CommitResult.Status.OVER_QUOTA);
    }

    /** As in a bucket without slices: what was nobody's counts against nobody. */
    @Test
    void bucketThatIsGivenToAnOwner_takesNothingFromTheOwnersQuotaWhenItsObjectsGo() {
        tables.buckets().create("photos", "", SLICED);
        ObjectMapping row = put(object(1));
        grants().set("photos", "alice", Access.OWNER);
        assertThat(tables.buckets().find("photos"))
                .satisfies(found -> assertThat(found.owner()).isEqualTo("alice"));

        tables.mapping().delete(row.id(), Condition.NONE);

        assertThat(tables.quotas().quota(QuotaScope.user("alice")).used()).isEqualTo(Usage.NONE);
    }

    private CommitResult.Status commit(ObjectId id) {
        return tables.mapping().commit(List.of(write(id))).getFirst().status();
    }
}
