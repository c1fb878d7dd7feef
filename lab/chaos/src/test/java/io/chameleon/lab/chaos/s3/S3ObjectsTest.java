package io.chameleon.lab.chaos.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.lab.chaos.s3.S3Objects.Stored;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class S3ObjectsTest {
    private static final byte[] ONE = "one".getBytes(StandardCharsets.UTF_8);
    private static final byte[] TWO = "two".getBytes(StandardCharsets.UTF_8);
    private static final Map<String, String> ANY = Map.of();
    private static final Map<String, String> IF_NONE = Map.of("If-None-Match", "*");

    /** No first part is written twice, and an upload whose part fails is left open. */
    private static final RandomGenerator PLAIN = () -> Long.MAX_VALUE >> 1;
    /** Every first part is written twice, and an upload whose part fails is aborted. */
    private static final RandomGenerator TWICE = () -> 0L;

    private final Random random = new Random(5);

    @SuppressWarnings("NullAway.Init")
    private GatewayInMemory gateway;

    @SuppressWarnings("NullAway.Init")
    private S3Http http;

    @SuppressWarnings("NullAway.Init")
    private S3Objects plain;

    @SuppressWarnings("NullAway.Init")
    private S3Objects kept;

    @BeforeEach
    void start() throws IOException, UnansweredException {
        gateway = new GatewayInMemory();
        http = gateway.client();
        plain = new S3Objects(http, "plain");
        kept = new S3Objects(http, "kept");
        plain.create(random);
        kept.create(random);
        kept.keepVersions(random);
    }

    @AfterEach
    void stop() {
        http.close();
        gateway.close();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static UnansweredException unanswered(ThrowingCallable call) {
        return catchThrowableOfType(UnansweredException.class, call);
    }

    @Test
    void object_isReadAsItWasWritten_andGoneOnceDeleted() throws UnansweredException {
        assertThat(plain.get("k", "", random)).isEmpty();
        assertThat(plain.put("k", ONE, ANY, random)).contains(new Stored(EntityTags.of(ONE), ""));
        assertThat(plain.get("k", "", random)).hasValueSatisfying(found -> {
            assertThat(found.bytes()).isEqualTo(ONE);
            assertThat(found.stored()).isEqualTo(new Stored(EntityTags.of(ONE), ""));
        });
        assertThat(plain.delete("k", "", random)).isEmpty();
        assertThat(plain.get("k", "", random)).isEmpty();
    }

    @Test
    void bucketThatIsThereAlready_isFine() throws UnansweredException {
        plain.create(random);
        gateway.refuseNext(409, "BucketAlreadyExists");
        plain.create(random);
        gateway.refuseNext(403, "AccessDenied");
        assertThatThrownBy(() -> plain.create(random)).hasMessage("PUT /plain is answered with 403 AccessDenied");
    }

    @Test
    void condition_decidesWhetherItIsWritten() throws UnansweredException {
        Stored first = plain.put("k", ONE, IF_NONE, random).orElseThrow();
        assertThat(plain.put("k", TWO, IF_NONE, random)).isEmpty();
        assertThat(plain.put("k", TWO, Map.of("If-Match", "other"), random)).isEmpty();
        assertThat(plain.get("k", "", random).orElseThrow().bytes()).isEqualTo(ONE);
        assertThat(plain.put("k", TWO, Map.of("If-Match", first.entityTag()), random))
                .isPresent();
        assertThat(plain.put("missing", TWO, Map.of("If-Match", first.entityTag()), random))
                .as("nothing is there to match")
                .isEmpty();
    }

    /** Whoever asked for nothing cannot be refused: the object would be lost without a word. */
    @ParameterizedTest
    @CsvSource({"412, PreconditionFailed", "404, NoSuchKey", "403, AccessDenied"})
    void refusalWithoutACondition_isUnexpected(int status, String code) {
        gateway.refuseNext(status, code);
        assertThatThrownBy(() -> plain.put("k", ONE, ANY, random))
                .isInstanceOf(UnexpectedException.class)
                .hasMessage("PUT /plain/k is answered with " + status + " " + code);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, EntityTags.PART_BYTES, EntityTags.PART_BYTES + 1})
    void objectInParts_isReadAsOne_withTheTagOfItsParts(int length) throws UnansweredException {
        byte[] bytes = bytes(length);
        Stored stored = plain.putInParts("k", bytes, ANY, TWICE).orElseThrow();
        assertThat(plain.get("k", "", random)).hasValueSatisfying(found -> {
            assertThat(found.bytes()).isEqualTo(bytes);
            assertThat(found.stored()).isEqualTo(stored);
        });
        assertThat(stored.entityTag())
                .isEqualTo(EntityTags.inParts(bytes))
                .endsWith(length > EntityTags.PART_BYTES ? "-2" : "-1");
        assertThat(gateway.openUploads()).isZero();
    }

    /** Known from the documentation of S3: the MD5 of the parts' MD5s. */
    @Test
    void tags_areThoseOfS3() {
        assertThat(EntityTags.of(new byte[0])).isEqualTo("d41d8cd98f00b204e9800998ecf8427e");
        assertThat(EntityTags.of("one".getBytes(StandardCharsets.UTF_8))).isEqualTo("f97c5d29941bfb1b2fdab0874906ab82");
        assertThat(EntityTags.inParts(ONE)).isNotEqualTo(EntityTags.of(ONE)).endsWith("-1");
    }

    @Test
    void firstPart_isWrittenTwiceAtTimes_theSecondTimeAsItShallBe() throws UnansweredException {
        plain.putInParts("k", ONE, ANY, TWICE);
        assertThat(gateway.requests().stream().filter(request -> request.contains("partNumber=1")))
                .hasSize(2);
        assertThat(plain.get("k", "", random).orElseThrow().bytes()).isEqualTo(ONE);
        plain.putInParts("other", ONE, ANY, PLAIN);
        assertThat(gateway.requests().stream().filter(request -> request.contains("other?partNumber=1")))
                .hasSize(1);
    }

    @Test
    void conditionOfAnUpload_holdsAtItsEnd() throws UnansweredException {
        plain.put("k", ONE, ANY, random);
        assertThat(plain.putInParts("k", TWO, IF_NONE, PLAIN)).isEmpty();
        assertThat(plain.get("k", "", random).orElseThrow().bytes()).isEqualTo(ONE);
        assertThat(plain.putInParts("k", TWO, Map.of("If-Match", EntityTags.of(ONE)), PLAIN))
                .isPresent();
    }

    /** Before the last request of an upload nothing can have been written. */
    @Test
    void uploadWhoseBeginOrPartFails_hasWrittenNothing() throws UnansweredException {
        gateway.loseNextAnswer();
        assertThat(unanswered(() -> plain.putInParts("k", ONE, ANY, PLAIN)))
                .returns(false, UnansweredException::isSent);
        gateway.serveNext();
        gateway.refuseNext(503, "SlowDown");
        assertThat(unanswered(() -> plain.putInParts("k", ONE, ANY, PLAIN)))
                .hasMessage("S3 503 SlowDown")
                .returns(false, UnansweredException::isSent);
        assertThat(plain.get("k", "", random)).isEmpty();
        assertThat(gateway.openUploads()).as("left open").isEqualTo(2);
        plain.abortUploads(random);
        assertThat(gateway.openUploads()).isZero();
    }

    @Test
    void uploadWhosePartFails_isAbortedAtTimes() {
        gateway.serveNext();
        gateway.refuseNext(503, "SlowDown");
        RandomGenerator aborts = new Aborts();
        assertThat(unanswered(() -> plain.putInParts("k", ONE, ANY, aborts)).isSent())
                .isFalse();
        assertThat(gateway.openUploads()).isZero();
    }

    private static final class Aborts implements RandomGenerator {
        @Override
        public long nextLong() {
            return Long.MAX_VALUE >> 1;
        }

        @Override
        public boolean nextBoolean() {
            return true;
        }
    }

    @Test
    void uploadWhoseEndIsNotAnswered_mayHaveWrittenIt() throws UnansweredException {
        gateway.serveNext();
        gateway.serveNext();
        gateway.loseNextAnswer();
        assertThat(unanswered(() -> plain.putInParts("k", ONE, ANY, PLAIN))).returns(true, UnansweredException::isSent);
        assertThat(plain.get("k", "", random)).isPresent();
    }

    @Test
    void uploadsOfAnotherBucket_stayOpen() {
        gateway.serveNext();
        gateway.refuseNext(503, "SlowDown");
        unanswered(() -> kept.putInParts("k", ONE, ANY, PLAIN));
        assertThat(unanswered(() -> plain.abortUploads(random))).isNull();
        assertThat(gateway.openUploads()).isEqualTo(1);
    }

    @Test
    void versions_areListedTheNewestFirst_markersWithoutATag() throws UnansweredException {
        Stored one = kept.put("a", ONE, ANY, random).orElseThrow();
        Stored two = kept.putInParts("a", TWO, ANY, PLAIN).orElseThrow();
        String marker = kept.delete("a", "", random);
        Stored other = kept.put("ab", TWO, ANY, random).orElseThrow();
        Stored last = kept.put("b", TWO, ANY, random).orElseThrow();
        List<ListedVersion> ofA = List.of(
                new ListedVersion("a", marker, ""),
                new ListedVersion("a", two.version(), EntityTags.inParts(TWO)),
                new ListedVersion("a", one.version(), EntityTags.of(ONE)));
        assertThat(kept.versions("a", random))
                .startsWith(ofA.toArray(ListedVersion[]::new))
                .contains(new ListedVersion("ab", other.version(), EntityTags.of(TWO)))
                .hasSize(4);
        assertThat(kept.versions("", random))
                .hasSize(5)
                .contains(new ListedVersion("b", last.version(), EntityTags.of(TWO)));
        assertThat(kept.versions("c", random)).isEmpty();
    }

    @Test
    void formerVersion_isReadAndDeletedByItsId() throws UnansweredException {
        Stored one = kept.put("a", ONE, ANY, random).orElseThrow();
        Stored two = kept.put("a", TWO, ANY, random).orElseThrow();
        assertThat(kept.get("a", one.version(), random).orElseThrow().bytes()).isEqualTo(ONE);
        assertThat(kept.delete("a", two.version(), random)).isEqualTo(two.version());
        assertThat(kept.get("a", "", random).orElseThrow().bytes()).isEqualTo(ONE);
        assertThat(kept.get("a", two.version(), random)).isEmpty();
    }

    /** The latest is a marker: there is no object, and its versions are still there. */
    @Test
    void markedObject_isMissing() throws UnansweredException {
        kept.put("a", ONE, ANY, random);
        String marker = kept.delete("a", "", random);
        assertThat(marker).isNotEmpty();
        assertThat(kept.get("a", "", random)).isEmpty();
        kept.delete("a", marker, random);
        assertThat(kept.get("a", "", random)).isPresent();
    }

    @Test
    void bucketIsDeletedOnceItIsEmpty() throws UnansweredException {
        kept.put("a", ONE, ANY, random);
        assertThatThrownBy(() -> kept.deleteBucket(random))
                .hasMessage("DELETE /kept is answered with 409 BucketNotEmpty");
        for (ListedVersion each : kept.versions("", random)) {
            kept.delete(each.key(), each.version(), random);
        }
        kept.deleteBucket(random);
    }

    @ParameterizedTest
    @CsvSource({"500, InternalError", "503, SlowDown", "409, OperationAborted", "400, RequestTimeout"})
    void gatewayThatDoesNotKnow_hasNotAnswered(int status, String code) {
        gateway.refuseNext(status, code);
        assertThat(unanswered(() -> plain.get("k", "", random))).hasMessage("S3 " + status + " " + code);
        gateway.refuseNext(status, code);
        assertThat(unanswered(() -> plain.delete("k", "", random))).returns(true, UnansweredException::isSent);
    }

    @ParameterizedTest
    @CsvSource({"403, AccessDenied", "404, NoSuchBucket", "400, BadDigest"})
    void answerThatNoFaultExplains_isUnexpected(int status, String code) {
        gateway.refuseNext(status, code);
        assertThatThrownBy(() -> plain.get("k", "v1", random))
                .isInstanceOf(UnexpectedException.class)
                .hasMessage("GET /plain/k?versionId=v1 is answered with " + status + " " + code);
        gateway.refuseNext(status, code);
        assertThatThrownBy(() -> plain.versions("k", random))
                .hasMessage("GET /plain?prefix=k&versions= is answered with " + status + " " + code);
    }
}
