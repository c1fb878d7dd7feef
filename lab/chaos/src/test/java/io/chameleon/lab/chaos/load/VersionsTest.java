package io.chameleon.lab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.testing.Seed;
import io.chameleon.lab.chaos.history.VersionedCall.Line;
import io.chameleon.lab.chaos.history.VersionsHistory;
import io.chameleon.lab.chaos.s3.EntityTags;
import io.chameleon.lab.chaos.s3.GatewayInMemory;
import io.chameleon.lab.chaos.s3.Nobody;
import io.chameleon.lab.chaos.s3.S3Http;
import io.chameleon.lab.chaos.s3.S3Objects;
import io.chameleon.lab.chaos.s3.UnansweredException;
import io.chameleon.lab.common.DamagedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The bucket that keeps versions: what is recorded of each operation, and what a run finds in that. */
class VersionsTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final int KEYS = 3;
    /** Writes everything by one request. */
    private static final RandomGenerator WHOLE = () -> Long.MAX_VALUE >> 1;

    @TempDir
    private Path directory;

    private final SplittableRandom random = new SplittableRandom(SEED.value());
    private final VersionsHistory history = new VersionsHistory(KEYS);
    private final Tally tally = new Tally();
    private final AtomicLong values = new AtomicLong();
    private final Contents contents = new Contents(2);

    @SuppressWarnings("NullAway.Init")
    private GatewayInMemory gateway;

    @SuppressWarnings("NullAway.Init")
    private S3Http http;

    @SuppressWarnings("NullAway.Init")
    private S3Objects objects;

    @SuppressWarnings("NullAway.Init")
    private VersionsBucket bucket;

    @BeforeEach
    void start() throws IOException, UnansweredException {
        gateway = new GatewayInMemory();
        http = gateway.client();
        objects = new S3Objects(http, VersionsBucket.NAME);
        objects.create(random);
        objects.keepVersions(random);
        bucket = new VersionsBucket(objects, contents, values, history);
    }

    @AfterEach
    void stop() {
        http.close();
        gateway.close();
    }

    /** Of each call, in the order of the keys: {@code key,kind,outcome,number,replaces,version,listed}. */
    private List<String> recorded() throws IOException {
        Path file = directory.resolve("versions.csv.gz");
        history.write(file, VersionsBucket::name);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.replaceFirst(",-?\\d+,-?\\d+$", ""))
                    .toList();
        }
    }

    private KeySpace.Version put(int key) throws UnansweredException {
        return bucket.put(key, WHOLE).orElseThrow();
    }

    @Test
    void writes_areRecordedWithTheVersionsThatTheyMake() throws Exception {
        KeySpace.Version first = put(0);
        assertThat(bucket.create(0, WHOLE)).isEmpty();
        KeySpace.Version second = bucket.replace(0, first, WHOLE).orElseThrow();
        assertThat(bucket.replace(0, first, WHOLE))
                .as("it is not the latest any more")
                .isEmpty();
        assertThat(bucket.create(1, WHOLE)).isPresent();
        assertThat(second.value()).isEqualTo(3);
        assertThat(recorded())
                .containsExactly(
                        "kept-00000,PUT,DONE,1,0,v1,",
                        "kept-00000,CREATE,REFUSED,2,0,,",
                        "kept-00000,REPLACE,DONE,3,1,v2,",
                        "kept-00000,REPLACE,REFUSED,4,1,,",
                        "kept-00001,CREATE,DONE,5,0,v3,");
        assertThat(history.answered()).isEqualTo(5);
    }

    @Test
    void readsAndListings_areRecordedWithWhatTheyFind() throws Exception {
        bucket.read(0, WHOLE);
        put(0);
        put(0);
        bucket.mark(0, WHOLE);
        bucket.read(0, WHOLE);
        List<Line> lines = bucket.list(0, WHOLE);
        assertThat(lines).containsExactly(new Line("v3", 0), new Line("v2", 2), new Line("v1", 1));
        bucket.read(0, lines.get(1), WHOLE);
        bucket.erase(0, lines.get(0), WHOLE);
        bucket.erase(0, lines.get(1), WHOLE);
        bucket.read(0, WHOLE);
        bucket.read(0, lines.get(1), WHOLE);
        assertThat(recorded())
                .containsExactly(
                        "kept-00000,READ,DONE,0,0,,",
                        "kept-00000,PUT,DONE,1,0,v1,",
                        "kept-00000,PUT,DONE,2,0,v2,",
                        "kept-00000,MARK,DONE,3,0,v3,",
                        "kept-00000,READ,DONE,0,0,,",
                        "kept-00000,LIST,DONE,0,0,,v3=0 v2=2 v1=1",
                        "kept-00000,READ_VERSION,DONE,2,0,v2,",
                        "kept-00000,ERASE,DONE,0,0,v3,",
                        "kept-00000,ERASE,DONE,0,0,v2,",
                        "kept-00000,READ,DONE,1,0,v1,",
                        "kept-00000,READ_VERSION,DONE,0,0,v2,");
        bucket.list(0, WHOLE);
        assertThat(history.violations()).isEmpty();
    }

    @Test
    void operationWithoutAnAnswer_isRecordedAsUnknown() throws Exception {
        KeySpace.Version first = put(0);
        Line line = bucket.list(0, WHOLE).getFirst();
        List<Runnable> lost = new ArrayList<>();
        lost.add(() -> unanswered(() -> bucket.put(0, WHOLE)));
        lost.add(() -> unanswered(() -> bucket.replace(0, first, WHOLE)));
        lost.add(() -> unanswered(() -> bucket.mark(0, WHOLE)));
        lost.add(() -> unanswered(() -> bucket.erase(0, line, WHOLE)));
        lost.forEach(call -> {
            gateway.loseNextAnswer();
            call.run();
        });
        gateway.refuseNext(503, "SlowDown");
        unanswered(() -> bucket.read(0, WHOLE));
        gateway.refuseNext(503, "SlowDown");
        unanswered(() -> bucket.list(0, WHOLE));
        assertThat(recorded())
                .as("a read that failed says nothing")
                .containsExactly(
                        "kept-00000,PUT,DONE,1,0,v1,",
                        "kept-00000,LIST,DONE,0,0,,v1=1",
                        "kept-00000,PUT,UNKNOWN,2,0,,",
                        "kept-00000,REPLACE,UNKNOWN,3,1,,",
                        "kept-00000,MARK,UNKNOWN,4,0,,",
                        "kept-00000,ERASE,UNKNOWN,0,0,v1,");
        assertThat(history.answered()).isEqualTo(2);
        bucket.list(0, WHOLE);
        assertThat(history.violations()).isEmpty();
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void unanswered(Call call) {
        assertThatThrownBy(call::run).isInstanceOf(UnansweredException.class);
    }

    /** What certainly did not happen is no call. */
    @Test
    void operationThatWasNotSent_isNotRecorded() throws Exception {
        try (Nobody nobody = new Nobody();
                S3Http unanswered = nobody.client()) {
            VersionsBucket closed =
                    new VersionsBucket(new S3Objects(unanswered, VersionsBucket.NAME), contents, values, history);
            unanswered(() -> closed.put(0, WHOLE));
            unanswered(() -> closed.mark(0, WHOLE));
            unanswered(() -> closed.erase(0, new Line("v1", 1), WHOLE));
        }
        assertThat(recorded()).isEmpty();
    }

    @Test
    void versionThatNobodyWrote_isDamage() throws Exception {
        var unused = objects.put(VersionsBucket.name(0), new byte[] {1}, Map.of(), WHOLE);
        assertThatThrownBy(() -> bucket.list(0, WHOLE))
                .isInstanceOf(DamagedException.class)
                .hasMessage("version v1 with entity tag " + EntityTags.of(new byte[] {1})
                        + " is listed, which nobody wrote");
        assertThatThrownBy(() -> bucket.read(0, WHOLE)).isInstanceOf(DamagedException.class);
        assertThat(recorded()).isEmpty();
    }

    /** So many workers, each of which performs so many operations, one after the other. */
    private void work(int workers, int steps) {
        List<VersionsWorker> all = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            all.add(new VersionsWorker(bucket, tally, random.split()));
        }
        for (int step = 0; step < steps; step++) {
            all.forEach(VersionsWorker::step);
        }
    }

    /** Each key must have been listed at last. */
    private Map<Integer, String> violations() throws Exception {
        for (int key = 0; key < KEYS; key++) {
            bucket.list(key, random);
        }
        return history.violations();
    }

    @Test
    void storeThatKeepsItsWord_passes_withEveryKindOfOperation() throws Exception {
        work(3, 100);
        assertThat(violations()).isEmpty();
        assertThat(tally.damage()).isEmpty();
        assertThat(tally.errors()).isEmpty();
        assertThat(tally.acknowledgedOperations()).isEqualTo(300);
        assertThat(recorded().stream().map(line -> line.split(",")[1]))
                .contains("PUT", "CREATE", "REPLACE", "MARK", "ERASE", "READ", "READ_VERSION", "LIST");
    }

    /** Its versions must fit into the smallest cluster. Without a bound there would be about a hundred then. */
    @Test
    void key_doesNotCollectVersionsWithoutBound() {
        work(3, 300);
        for (int key = 0; key < KEYS; key++) {
            assertThat(gateway.count(VersionsBucket.NAME, VersionsBucket.name(key)))
                    .isLessThan(60);
        }
    }

    @Test
    void storeThatLosesAnswers_passes() throws Exception {
        for (int i = 0; i < 12; i++) {
            work(1, 10);
            gateway.loseNextAnswer();
            work(1, 1);
        }
        gateway.refuseNext(503, "SlowDown");
        work(1, 1);
        assertThat(violations()).isEmpty();
        assertThat(tally.damage()).isEmpty();
        assertThat(tally.errors()).isNotEmpty();
    }

    @Test
    void lostVersion_isFound_underItsKeyAlone() throws Exception {
        for (int key = 0; key < KEYS; key++) {
            put(key);
            put(key);
        }
        gateway.forgetNewest(VersionsBucket.NAME, VersionsBucket.name(1));
        assertThat(violations()).containsOnlyKeys(1);
    }

    @Test
    void lostMarker_isFound() throws Exception {
        put(2);
        bucket.mark(2, WHOLE);
        gateway.forgetNewest(VersionsBucket.NAME, VersionsBucket.name(2));
        assertThat(violations()).containsOnlyKeys(2);
    }

    @Test
    void versionsInAnotherOrder_areFound() throws Exception {
        put(0);
        put(0);
        gateway.swapNewest(VersionsBucket.NAME, VersionsBucket.name(0));
        assertThat(violations()).containsOnlyKeys(0);
    }

    @Test
    void answerThatNoFaultExplains_isDamage() {
        gateway.refuseNext(403, "AccessDenied");
        work(1, 1);
        assertThat(tally.damage()).singleElement().asString().endsWith(" is answered with 403 AccessDenied");
        assertThat(tally.acknowledgedOperations()).isZero();
    }
}
