package io.chameleon.balancer.lifecycle;

import static io.chameleon.balancer.TestCluster.bytes;
import static io.chameleon.balancer.TestCluster.rep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.balancer.TestCluster;
import io.chameleon.core.ManualClock;
import io.chameleon.core.ObjectId;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.lifecycle.LifecycleFilter;
import io.chameleon.core.lifecycle.LifecycleRule;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionQuery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules over a table in memory, under the test's clock, with the rights of a balancer. */
class LifecycleTest {
    private static final String BUCKET = "photos";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final LifecycleConfig DEFAULTS = LifecycleConfig.DEFAULTS;

    private TestCluster cluster;
    private Lifecycle lifecycle;

    @BeforeEach
    void start() {
        cluster = new TestCluster(6);
        cluster.table.buckets().create(BUCKET, "");
        cluster.clock.advance(Duration.ofSeconds(1));
        lifecycle = lifecycle(DEFAULTS, 3);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private Lifecycle lifecycle(LifecycleConfig config, int page) {
        return new Lifecycle(cluster.metadataClient(), TIMEOUT, config, cluster.clock, cluster.clock, page);
    }

    private void rules(LifecycleRule... rules) {
        cluster.table
                .buckets()
                .configure(BUCKET, Map.of(LifecycleRules.SETTING, new LifecycleRules(List.of(rules)).text()));
    }

    private void versioning(Versioning versioning) {
        cluster.table.buckets().configure(BUCKET, Map.of(Versioning.SETTING, versioning.text()));
    }

    private void write(String key) {
        cluster.write(new ObjectId(BUCKET, key), rep(0, 1, 2), bytes(100, 1));
        cluster.clock.advance(Duration.ofSeconds(1));
    }

    private void run() {
        int steps = 0;
        while (lifecycle.step()) {
            assertThat(++steps).as("a run ends").isLessThan(1_000);
        }
    }

    private void runAfterDays(int days) {
        cluster.clock.advance(Duration.ofDays(days));
        run();
    }

    private List<String> keys() {
        return cluster.table.list(new ListQuery(BUCKET, "", "", "", 1_000)).objects().stream()
                .map(row -> row.id().key())
                .toList();
    }

    private List<ObjectVersion> versions() {
        return cluster.table
                .versions()
                .list(new VersionQuery(new ListQuery(BUCKET, "", "", "", 1_000), null))
                .versions();
    }

    @Test
    void objectsOfTheRule_goAfterTheirDays_andNoneBefore() {
        for (int i = 0; i < 10; i++) {
            write("logs/" + i);
            write("photos/" + i);
        }
        rules(LifecycleRule.named("logs")
                .filter(LifecycleFilter.ofPrefix("logs/"))
                .expirationDays(3)
                .build());
        runAfterDays(3);
        assertThat(keys()).as("the midnight that follows has not come").hasSize(20);
        runAfterDays(1);
        assertThat(keys()).hasSize(10).allMatch(key -> key.startsWith("photos/"));
        assertThat(lifecycle.removed(Removed.OBJECT)).isEqualTo(10);
    }

    @Test
    void objectThatIsWrittenAnewMeanwhile_stays() {
        write("a");
        rules(LifecycleRule.named("all").expirationDays(1).build());
        cluster.clock.advance(Duration.ofDays(3));
        VersionWalk walk = new VersionWalk(LifecycleRule.DAY);
        List<Removal> due = walk.judge(
                versions(),
                new LifecycleRules(
                        List.of(LifecycleRule.named("all").expirationDays(1).build())),
                cluster.clock.instant(),
                true);
        assertThat(due).hasSize(1);
        write("a");
        Removal removal = due.getFirst();
        cluster.table.versions().delete(removal.version().object(), removal.id(), removal.condition());
        assertThat(keys()).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 200})
    void noncurrentVersions_goExceptTheNewestThatTheRuleKeeps(int page) {
        lifecycle = lifecycle(DEFAULTS, page);
        write("b");
        versioning(Versioning.ENABLED);
        for (int i = 0; i < 8; i++) {
            write("a");
            write("b");
        }
        rules(LifecycleRule.named("old")
                .noncurrentDays(2)
                .newerNoncurrentVersions(3)
                .build());
        List<ObjectVersion> before = versions();
        runAfterDays(3);
        assertThat(versions()).hasSize(2 * (1 + 3)).isSubsetOf(before);
        assertThat(versions().stream().filter(ObjectVersion::latest)).hasSize(2);
        assertThat(lifecycle.removed(Removed.VERSION)).isEqualTo(17 - 8);
        runAfterDays(100);
        assertThat(versions()).as("the newest ones stay").hasSize(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 200})
    void versionedObject_expiresToAMarker_thenItsVersions_thenTheMarker(int page) {
        lifecycle = lifecycle(DEFAULTS, page);
        versioning(Versioning.ENABLED);
        for (int i = 0; i < 5; i++) {
            write("a");
            write("b" + i);
        }
        rules(LifecycleRule.named("all").expirationDays(1).noncurrentDays(1).build());
        runAfterDays(2);
        assertThat(keys()).isEmpty();
        runAfterDays(2);
        assertThat(versions()).allMatch(ObjectVersion::isMarker).hasSize(6);
        run();
        assertThat(versions()).isEmpty();
        assertThat(lifecycle.removed(Removed.OBJECT)).isEqualTo(6);
        assertThat(lifecycle.removed(Removed.MARKER)).isEqualTo(6);
    }

    @Test
    void marker_goesOnlyIfItIsAlone() {
        versioning(Versioning.ENABLED);
        write("kept");
        for (String key : List.of("alone", "kept", "last")) {
            cluster.table.versions().delete(new ObjectId(BUCKET, key), null, Condition.NONE);
        }
        rules(LifecycleRule.named("markers").expiredDeleteMarkers(true).build());
        run();
        assertThat(versions())
                .hasSize(2)
                .allMatch(version -> version.object().key().equals("kept"));
        assertThat(lifecycle.removed(Removed.MARKER)).isEqualTo(2);
    }

    @Test
    void suspendedBucket_losesTheVersionCalledNull() {
        versioning(Versioning.ENABLED);
        write("a");
        versioning(Versioning.SUSPENDED);
        write("a");
        rules(LifecycleRule.named("all").expirationDays(1).build());
        runAfterDays(3);
        assertThat(versions())
                .extracting(ObjectVersion::isMarker)
                .as("a marker called null in its place, and the version below it")
                .containsExactly(true, false);
    }

    private static void delete(TestCluster cluster, String key) {
        cluster.table.versions().delete(new ObjectId(BUCKET, key), null, Condition.NONE);
        cluster.clock.advance(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 200})
    void formerMarkerCalledNull_goesLikeOthers_andThenTheOneThatIsAlone(int page) {
        lifecycle = lifecycle(DEFAULTS, page);
        versioning(Versioning.SUSPENDED);
        delete(cluster, "a");
        versioning(Versioning.ENABLED);
        write("a");
        delete(cluster, "b");
        versioning(Versioning.SUSPENDED);
        delete(cluster, "alone");
        versioning(Versioning.ENABLED);
        delete(cluster, "a");
        rules(LifecycleRule.named("old")
                .noncurrentDays(2)
                .expiredDeleteMarkers(true)
                .build());
        run();
        assertThat(versions())
                .as("what has none below")
                .hasSize(3)
                .allMatch(version -> version.object().key().equals("a"));
        runAfterDays(4);
        run();
        assertThat(versions()).isEmpty();
        assertThat(lifecycle.removed(Removed.VERSION)).isEqualTo(2);
        assertThat(lifecycle.removed(Removed.MARKER)).isEqualTo(3);
    }

    /** The one that was judged gave its name to another, which is what says that the object is deleted. */
    @Test
    void markerCalledNull_thatCameMeanwhile_stays() {
        versioning(Versioning.SUSPENDED);
        delete(cluster, "a");
        versioning(Versioning.ENABLED);
        write("a");
        cluster.clock.advance(Duration.ofDays(5));
        LifecycleRules rules = new LifecycleRules(
                List.of(LifecycleRule.named("all").noncurrentDays(1).build()));
        List<Removal> due = new VersionWalk(LifecycleRule.DAY).judge(versions(), rules, cluster.clock.instant(), true);
        assertThat(due).hasSize(1);
        versioning(Versioning.SUSPENDED);
        delete(cluster, "a");
        Removal removal = due.getFirst();
        Deletion answer = cluster.metadataClient()
                .versions()
                .delete(removal.version().object(), removal.id(), removal.condition(), TIMEOUT)
                .join();
        assertThat(answer.result()).isEqualTo(DeleteResult.PRECONDITION_FAILED);
        assertThat(keys()).isEmpty();
        assertThat(versions()).hasSize(2);
    }

    @Test
    void bucketsWithoutRulesAndUploads_areNotLookedAt() {
        for (int i = 0; i < 30; i++) {
            cluster.table.buckets().create("idle-" + i, "");
        }
        write("a");
        rules(LifecycleRule.named("all").expirationDays(1).build());
        cluster.table.buckets().create("uploads", "");
        NewUpload open =
                new NewUpload(new ObjectId("uploads", "a"), cluster.writeIds().next(), "", null, "", Map.of());
        cluster.table.uploads().begin(open);
        cluster.clock.advance(Duration.ofDays(8));
        int steps = 0;
        while (lifecycle.step()) {
            steps++;
        }
        assertThat(steps).as("not one for each bucket").isLessThan(15);
        assertThat(keys()).isEmpty();
        assertThat(lifecycle.removed(Removed.UPLOAD)).isEqualTo(1);
    }

    private NewUpload upload(String key) {
        return new NewUpload(new ObjectId(BUCKET, key), cluster.writeIds().next(), "", null, "", Map.of());
    }

    private List<String> uploads() {
        return cluster.table.uploads().list(new UploadQuery(BUCKET, "", "", null, 100)).uploads().stream()
                .map(upload -> upload.object().key())
                .toList();
    }

    @Test
    void uploads_areAbortedByTheirRule_andOthersAfterAWeek() {
        write("object");
        rules(LifecycleRule.named("tmp")
                .filter(LifecycleFilter.ofPrefix("tmp/"))
                .abortDays(2)
                .build());
        for (String key : List.of("a", "tmp/1", "tmp/2", "tmp/3", "z")) {
            cluster.table.uploads().begin(upload(key));
        }
        runAfterDays(3);
        assertThat(uploads()).containsExactly("a", "z");
        runAfterDays(3);
        assertThat(uploads()).containsExactly("a", "z");
        runAfterDays(1);
        assertThat(uploads()).isEmpty();
        assertThat(lifecycle.removed(Removed.UPLOAD)).isEqualTo(5);
        assertThat(keys()).containsExactly("object");
    }

    @Test
    void uploadsThatNoRuleIsAbout_stayIfSoConfigured() {
        lifecycle = lifecycle(new LifecycleConfig(DEFAULTS.interval(), DEFAULTS.day(), Duration.ZERO), 3);
        write("object");
        cluster.table.uploads().begin(upload("a"));
        runAfterDays(1_000);
        assertThat(uploads()).containsExactly("a");
    }

    @Test
    void rulesThatAreNotUnderstood_areNotCarriedOut_andOtherBucketsAre() {
        cluster.write(new ObjectId("aaa", "x"), rep(0, 1, 2), bytes(100, 1));
        write("a");
        cluster.table.buckets().configure("aaa", Map.of(LifecycleRules.SETTING, "lifecycle 2\nid=a"));
        rules(LifecycleRule.named("all").expirationDays(1).build());
        runAfterDays(3);
        assertThat(keys()).isEmpty();
        assertThat(cluster.table.lookup(new ObjectId("aaa", "x")).mapping()).isNotNull();
    }

    @Test
    void runThatFails_goesOnWhereItWas_andItsAgeShowsIt() {
        for (int i = 0; i < 10; i++) {
            write("a" + i);
        }
        rules(LifecycleRule.named("all").expirationDays(1).build());
        cluster.clock.advance(Duration.ofDays(3));
        for (int i = 0; i < 4; i++) {
            assertThat(lifecycle.step()).isTrue();
        }
        int left = keys().size();
        assertThat(left).isBetween(1, 9);
        cluster.stopMetadata();
        assertThatThrownBy(lifecycle::step).isInstanceOf(RuntimeException.class);
        assertThat(lifecycle.age()).isGreaterThanOrEqualTo(Duration.ofDays(3));
        cluster.startMetadata();
        run();
        assertThat(keys()).isEmpty();
        assertThat(lifecycle.age()).isZero();
    }

    /** Who deletes the newer version gets this one back, and keeps it. */
    @Test
    void versionThatIsRestoredMeanwhile_stays() {
        versioning(Versioning.ENABLED);
        write("a");
        write("a");
        cluster.clock.advance(Duration.ofDays(3));
        LifecycleRules rules = new LifecycleRules(
                List.of(LifecycleRule.named("all").noncurrentDays(1).build()));
        List<Removal> due = new VersionWalk(LifecycleRule.DAY).judge(versions(), rules, cluster.clock.instant(), true);
        assertThat(due).hasSize(1);
        Removal removal = due.getFirst();
        ObjectId object = removal.version().object();
        cluster.table.versions().delete(object, versions().getFirst().id(), Condition.NONE);
        cluster.metadataClient()
                .versions()
                .delete(object, removal.id(), removal.condition(), TIMEOUT)
                .join();
        assertThat(keys()).containsExactly("a");
    }

    /** Otherwise one wrong clock would take all that has a rule. */
    @Test
    void leaderWhoseClockIsYearsOff_removesWhatIsDueByMetadatasClock() {
        for (int years : new int[] {20, -20}) {
            ManualClock wrong = new ManualClock();
            wrong.advance(Duration.ofDays(365L * years));
            lifecycle =
                    cluster.balancer(TestCluster.config(), cluster.table, wrong).lifecycle();
            write("old");
            cluster.table.uploads().begin(upload("old"));
            rules(LifecycleRule.named("all").expirationDays(2).abortDays(2).build());
            cluster.clock.advance(Duration.ofDays(2));
            write("young");
            cluster.table.uploads().begin(upload("young"));
            run();
            assertThat(keys()).as("no midnight has come since").containsExactly("old", "young");
            runAfterDays(1);
            assertThat(keys()).containsExactly("young");
            assertThat(uploads()).containsExactly("young");
            runAfterDays(3);
            assertThat(keys()).isEmpty();
        }
    }

    @Test
    void newLeader_startsOver_harmlessly() {
        for (int i = 0; i < 10; i++) {
            write("a" + i);
        }
        rules(LifecycleRule.named("all").expirationDays(1).build());
        cluster.clock.advance(Duration.ofDays(3));
        for (int i = 0; i < 4; i++) {
            assertThat(lifecycle.step()).isTrue();
        }
        lifecycle.rest();
        Lifecycle other = lifecycle(DEFAULTS, 2);
        lifecycle = other;
        run();
        assertThat(keys()).isEmpty();
    }

    /** Makes the same history from the same seed, lets rules run with pages of a size, and describes what is left. */
    private static List<String> left(long seed, int page, boolean suspends) {
        SplittableRandom random = new SplittableRandom(seed);
        try (TestCluster cluster = new TestCluster(3, seed)) {
            cluster.table.buckets().create(BUCKET, "");
            for (int i = 0; i < 40; i++) {
                ObjectId object = new ObjectId(BUCKET, "k" + random.nextInt(5));
                switch (random.nextInt(8)) {
                    case 0 ->
                        cluster.table
                                .buckets()
                                .configure(
                                        BUCKET,
                                        Map.of(
                                                Versioning.SETTING,
                                                random.nextBoolean() || !suspends ? "Enabled" : "Suspended"));
                    case 1, 2 -> cluster.table.versions().delete(object, null, Condition.NONE);
                    default -> cluster.write(object, rep(0, 1, 2), bytes(random.nextInt(50, 150), 1));
                }
                cluster.clock.advance(Duration.ofHours(random.nextInt(12)));
            }
            LifecycleRule rule = new LifecycleRule(
                    "any",
                    true,
                    new LifecycleFilter("", Map.of(), random.nextBoolean() ? 100 : LifecycleFilter.ANY_SIZE, -1),
                    false,
                    random.nextInt(4),
                    null,
                    random.nextBoolean(),
                    1 + random.nextInt(3),
                    random.nextInt(3),
                    0);
            Map<String, String> setting = Map.of(LifecycleRules.SETTING, new LifecycleRules(List.of(rule)).text());
            cluster.table.buckets().configure(BUCKET, setting);
            Lifecycle lifecycle =
                    new Lifecycle(cluster.metadataClient(), TIMEOUT, DEFAULTS, cluster.clock, cluster.clock, page);
            int steps = 0;
            while (lifecycle.step()) {
                assertThat(++steps).as("a run ends").isLessThan(1_000);
            }
            VersionQuery all = new VersionQuery(new ListQuery(BUCKET, "", "", "", 1_000), null);
            return cluster.table.versions().list(all).versions().stream()
                    .map(version -> version.object().key() + " " + version.latest() + " " + version.modifiedMillis()
                            + " " + version.isMarker())
                    .toList();
        }
    }

    /**
     * Of a bucket whose versioning is suspended a page may see that a marker on top has replaced the version called
     * null: then one version more may stay.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sizeOfPages_makesNoDifference(boolean suspends) {
        int all = 0;
        for (long seed = 0; seed < 150; seed++) {
            List<String> whole = left(seed, 200, suspends);
            all += whole.size();
            for (int page = 2; page <= 5; page++) {
                List<String> left = left(seed, page, suspends);
                String what = "seed " + seed + ", pages of " + page;
                assertThat(left).as(what).containsAll(whole);
                assertThat(suspends || left.size() == whole.size()).as(what).isTrue();
            }
        }
        assertThat(all).as("not all is gone").isPositive();
    }
}
