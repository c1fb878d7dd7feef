package io.chameleon.s3;

import static io.chameleon.s3.S3Fixture.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.transport.protocol.MessageType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.StorageClass;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;

/** Objects, as AWS's own client writes and reads them. */
class ObjectsTest {
    private static final int MIB = 1 << 20;

    private static S3Fixture fixture;
    private static S3Client s3;

    @BeforeAll
    static void start() {
        fixture = new S3Fixture();
        s3 = fixture.s3;
        s3.createBucket(bucket -> bucket.bucket(BUCKET));
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static PutObjectResponse put(String key, byte[] bytes) {
        return s3.putObject(put -> put.bucket(BUCKET).key(key), RequestBody.fromBytes(bytes));
    }

    private static byte[] get(String key) {
        return s3.getObjectAsBytes(get -> get.bucket(BUCKET).key(key)).asByteArray();
    }

    static void assertRefused(String code, ThrowingCallable request) {
        assertThatThrownBy(request).satisfies(e -> assertThat(code(e)).isEqualTo(code));
    }

    static String code(Throwable failure) {
        return failure instanceof S3Exception known ? known.awsErrorDetails().errorCode() : failure.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000, MIB, 9 * MIB + 7, 20 * MIB})
    void object_writtenAndRead_comesBackWithItsMd5(int size) {
        byte[] bytes = bytes(size);

        PutObjectResponse written = put("sized/" + size, bytes);

        assertThat(written.eTag()).isEqualTo('"' + md5(bytes) + '"');
        assertThat(get("sized/" + size)).isEqualTo(bytes);
        HeadObjectResponse head = s3.headObject(it -> it.bucket(BUCKET).key("sized/" + size));
        assertThat(head.contentLength()).isEqualTo(size);
        assertThat(head.eTag()).isEqualTo(written.eTag());
        assertThat(head.contentType()).isEqualTo("application/octet-stream");
    }

    /** Their writers may use the SDK, which takes any text. */
    @Test
    void object_whoseTypeNoHeaderCanSay_isReadWithoutIt() {
        fixture.client.put(
                BUCKET, "odd-type", bytes(10), PutOptions.DEFAULT.contentType("text/plain\r\nX-Injected: 1"));

        ResponseBytes<GetObjectResponse> read =
                s3.getObjectAsBytes(get -> get.bucket(BUCKET).key("odd-type"));

        assertThat(read.asByteArray()).isEqualTo(bytes(10));
        assertThat(read.response().contentType()).isEqualTo("binary/octet-stream");
        assertThat(read.response().sdkHttpResponse().firstMatchingHeader("X-Injected"))
                .isEmpty();
    }

    @Test
    void answer_whoseHeaderCannotBeSent_isAnError_andTheConnectionGoesOn() {
        fixture.client.put(
                BUCKET, "odd-tag", bytes(10), PutOptions.DEFAULT.userMetadata(Map.of("s3:etag", "a\r\nX-Injected: 1")));

        assertThatThrownBy(() -> get("odd-tag"))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo("InternalError"));
        assertThat(put("even", bytes(10)).eTag()).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = ChecksumAlgorithm.class,
            names = {"CRC32", "CRC32_C", "SHA1", "SHA256", "SHA512"})
    void checksum_thatCameWithAnObject_isKeptAndAnswered(ChecksumAlgorithm algorithm) {
        String key = "sum-" + algorithm;
        PutObjectResponse written = s3.putObject(
                put -> put.bucket(BUCKET).key(key).checksumAlgorithm(algorithm), RequestBody.fromBytes(bytes(5000)));

        ResponseBytes<GetObjectResponse> read =
                s3.getObjectAsBytes(get -> get.bucket(BUCKET).key(key).checksumMode(ChecksumMode.ENABLED));

        assertThat(read.asByteArray()).isEqualTo(bytes(5000));
        String header = "x-amz-checksum-" + algorithm;
        assertThat(read.response().sdkHttpResponse().firstMatchingHeader(header))
                .isPresent()
                .isEqualTo(written.sdkHttpResponse().firstMatchingHeader(header));
        assertThat(read.response().checksumTypeAsString()).isEqualTo("FULL_OBJECT");
        assertThat(written.checksumTypeAsString()).isEqualTo("FULL_OBJECT");
    }

    /** The SDK for Java does not make these by itself; the values are those of other libraries. */
    @ParameterizedTest
    @CsvSource({
        "MD5, JfnnlDI7RTiF9RgfG2JNCw==",
        "XXHASH64, jLhB20DmroM=",
        "XXHASH3, ctyxi2ehff8=",
        "XXHASH128, MxGUd+3l3NXpcWQnaB1YYA=="
    })
    void checksum_thatTheCallerMade_isCompared_keptAndAnswered(ChecksumAlgorithm algorithm, String value) {
        RequestBody digits = RequestBody.fromString("123456789");
        String key = "sum-" + algorithm;
        s3.putObject(announcing(key, algorithm, value), digits);

        HeadObjectResponse head = s3.headObject(it -> it.bucket(BUCKET).key(key).checksumMode(ChecksumMode.ENABLED));
        assertThat(head.sdkHttpResponse().firstMatchingHeader("x-amz-checksum-" + algorithm))
                .hasValue(value);
        String other = value.length() > 12 ? "AAAAAAAAAAAAAAAAAAAAAA==" : "AAAAAAAAAAA=";
        assertThatThrownBy(() -> s3.putObject(announcing(key, algorithm, other), digits))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo("BadDigest"));
    }

    private static PutObjectRequest announcing(String key, ChecksumAlgorithm algorithm, String value) {
        PutObjectRequest.Builder put = PutObjectRequest.builder().bucket(BUCKET).key(key);
        return switch (algorithm) {
            case MD5 -> put.checksumMD5(value).build();
            case XXHASH64 -> put.checksumXXHASH64(value).build();
            case XXHASH3 -> put.checksumXXHASH3(value).build();
            default -> put.checksumXXHASH128(value).build();
        };
    }

    @Test
    void headers_ofAPut_comeBackWithTheObject() {
        s3.putObject(
                put -> put.bucket(BUCKET)
                        .key("described")
                        .contentType("text/plain")
                        .cacheControl("max-age=7")
                        .contentDisposition("attachment")
                        .contentEncoding("gzip")
                        .contentLanguage("de")
                        .metadata(Map.of("Colour", "red", "mtime", "12.5"))
                        .tagging("a=1&b=2"),
                RequestBody.fromString("text"));

        HeadObjectResponse head = s3.headObject(it -> it.bucket(BUCKET).key("described"));

        assertThat(head.contentType()).isEqualTo("text/plain");
        assertThat(head.cacheControl()).isEqualTo("max-age=7");
        assertThat(head.contentDisposition()).isEqualTo("attachment");
        assertThat(head.contentEncoding()).isEqualTo("gzip");
        assertThat(head.contentLanguage()).isEqualTo("de");
        assertThat(head.metadata()).isEqualTo(Map.of("colour", "red", "mtime", "12.5"));
        assertThat(s3.getObjectTagging(it -> it.bucket(BUCKET).key("described")).tagSet())
                .extracting(Tag::key)
                .containsExactly("a", "b");
    }

    @Test
    void keys_areOpaque() {
        for (String key : new String[] {"a/../b", "./x", "a//b", "sp ace+plus", "ümläut/日本", "q?x=1&y", "100%"}) {
            put(key, key.getBytes(StandardCharsets.UTF_8));
            assertThat(get(key)).asString(StandardCharsets.UTF_8).isEqualTo(key);
            s3.deleteObject(it -> it.bucket(BUCKET).key(key));
        }
    }

    @Test
    void range_isAnsweredAsAsked() {
        byte[] bytes = bytes(9 * MIB);
        put("ranged", bytes);

        ResponseInputStream<GetObjectResponse> middle =
                s3.getObject(get -> get.bucket(BUCKET).key("ranged").range("bytes=8388600-8388615"));
        assertThat(middle.response().contentRange()).isEqualTo("bytes 8388600-8388615/" + 9 * MIB);
        assertThat(middle).hasBinaryContent(java.util.Arrays.copyOfRange(bytes, 8388600, 8388616));
        assertThat(s3.getObjectAsBytes(get -> get.bucket(BUCKET).key("ranged").range("bytes=-3"))
                        .asByteArray())
                .isEqualTo(java.util.Arrays.copyOfRange(bytes, 9 * MIB - 3, 9 * MIB));
        assertThatThrownBy(() ->
                        s3.getObject(get -> get.bucket(BUCKET).key("ranged").range("bytes=" + 9 * MIB + "-")))
                .isInstanceOfSatisfying(S3Exception.class, e -> {
                    assertThat(e.statusCode()).isEqualTo(416);
                    assertThat(code(e)).isEqualTo("InvalidRange");
                });
    }

    @Test
    void conditionalReads_followTheEntityTagBeforeTheDate() {
        String etag = put("conditional", bytes(10)).eTag();
        Instant past = Instant.now().minusSeconds(3600);

        assertThat(s3.getObjectAsBytes(get -> get.bucket(BUCKET)
                                .key("conditional")
                                .ifMatch(etag)
                                .ifUnmodifiedSince(past))
                        .asByteArray())
                .isEqualTo(bytes(10));
        assertThatThrownBy(() -> s3.getObject(
                        get -> get.bucket(BUCKET).key("conditional").ifNoneMatch(etag)))
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(304));
        assertThatThrownBy(() -> s3.getObject(
                        get -> get.bucket(BUCKET).key("conditional").ifMatch("\"other\"")))
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(412));
    }

    @Test
    void conditionalWrites_areAtomicOnTheStore() {
        s3.putObject(put -> put.bucket(BUCKET).key("once").ifNoneMatch("*"), RequestBody.fromString("first"));
        assertThatThrownBy(() -> s3.putObject(
                        put -> put.bucket(BUCKET).key("once").ifNoneMatch("*"), RequestBody.fromString("second")))
                .satisfies(e -> assertThat(code(e)).isEqualTo("PreconditionFailed"));
        String etag = s3.headObject(it -> it.bucket(BUCKET).key("once")).eTag();
        s3.putObject(put -> put.bucket(BUCKET).key("once").ifMatch(etag), RequestBody.fromString("third"));
        assertThatThrownBy(() -> s3.putObject(
                        put -> put.bucket(BUCKET).key("once").ifMatch(etag), RequestBody.fromString("fourth")))
                .satisfies(e -> assertThat(code(e)).isEqualTo("PreconditionFailed"));
        assertThatThrownBy(() ->
                        s3.deleteObject(it -> it.bucket(BUCKET).key("once").ifMatch(etag)))
                .satisfies(e -> assertThat(code(e)).isEqualTo("PreconditionFailed"));
        assertThat(get("once")).asString(StandardCharsets.UTF_8).isEqualTo("third");
    }

    @Test
    void missingObject_isNoSuchKey_andDeletingItSucceeds() {
        assertThatThrownBy(() -> get("missing")).isInstanceOf(NoSuchKeyException.class);
        assertThatThrownBy(() -> s3.headObject(it -> it.bucket(BUCKET).key("missing")))
                .isInstanceOf(NoSuchKeyException.class);
        s3.deleteObject(it -> it.bucket(BUCKET).key("missing"));
    }

    @Test
    void deleteObjects_deletesAndReportsEachKey() {
        put("many/1", bytes(1));
        put("many/2", bytes(2));

        DeleteObjectsResponse answer = s3.deleteObjects(it -> it.bucket(BUCKET)
                .delete(Delete.builder()
                        .objects(
                                ObjectIdentifier.builder().key("many/1").build(),
                                ObjectIdentifier.builder().key("many/2").build(),
                                ObjectIdentifier.builder().key("many/none").build())
                        .build()));

        assertThat(answer.errors()).isEmpty();
        assertThat(answer.deleted())
                .extracting(deleted -> deleted.key())
                .containsExactly("many/1", "many/2", "many/none");
        assertThat(s3.listObjectsV2(it -> it.bucket(BUCKET).prefix("many/")).contents())
                .isEmpty();
    }

    @Test
    void copyWithinABucket_writesNoByteOfTheObject_andOutlivesIt() {
        put("shared", bytes(3 * MIB));
        long before = fixture.stored();
        s3.copyObject(copy -> copy.sourceBucket(BUCKET)
                .sourceKey("shared")
                .destinationBucket(BUCKET)
                .destinationKey("sharing")
                .metadataDirective(MetadataDirective.REPLACE)
                .metadata(Map.of("c", "3")));
        assertThat(fixture.stored() - before).as("lists alone").isBetween(1L, 100_000L);
        put("shared", bytes(1));
        HeadObjectResponse copied = s3.headObject(it -> it.bucket(BUCKET).key("sharing"));
        assertThat(copied.metadata()).isEqualTo(Map.of("c", "3"));
        assertThat(copied.eTag()).isEqualTo('"' + md5(bytes(3 * MIB)) + '"');
        assertThat(get("sharing")).isEqualTo(bytes(3 * MIB));
    }

    /** {@code byS3}: its ETag is the MD5 of all bytes already. */
    @ParameterizedTest
    @CsvSource({"true, 3, true", "true, 3, false", "true, 11, true", "false, 3, true", "false, 3, false"})
    void copy_sharesTheBytes_unlessItLeavesTheSliceOfASlicedBucket(boolean sliced, int slice, boolean byS3) {
        String bucket = (sliced ? "sliced-" : "whole-") + slice + "-" + byS3;
        var made = fixture.client.createBucket(bucket, S3Fixture.ALICE, sliced ? BucketInfo.SLICED : Map.of());
        byte[] bytes = bytes(MIB);
        String from = FakeCluster.keyOfSlice(11, "from");
        String to = FakeCluster.keyOfSlice(slice, "to");
        if (byS3) {
            s3.putObject(
                    put -> put.bucket(bucket)
                            .key(from)
                            .metadata(Map.of("a", "1"))
                            .contentType("text/x"),
                    RequestBody.fromBytes(bytes));
        } else {
            fixture.client.put(bucket, from, bytes, PutOptions.DEFAULT.contentType("text/x"));
        }
        long shared = fixture.cluster.metadata().received(MessageType.COPY_OBJECT);

        s3.copyObject(copy -> copy.sourceBucket(bucket)
                .sourceKey(from)
                .destinationBucket(bucket)
                .destinationKey(to));

        assertThat(fixture.cluster.metadata().received(MessageType.COPY_OBJECT) - shared)
                .isEqualTo(made.isSliced() && slice != 11 ? 0 : 1);
        HeadObjectResponse copied = s3.headObject(it -> it.bucket(bucket).key(to));
        assertThat(copied.metadata()).isEqualTo(byS3 ? Map.of("a", "1") : Map.of());
        assertThat(copied.contentType()).isEqualTo("text/x");
        assertThat(copied.eTag()).isEqualTo('"' + md5(bytes) + '"');
        assertThat(s3.getObjectAsBytes(get -> get.bucket(bucket).key(to)).asByteArray())
                .isEqualTo(bytes);
    }

    @Test
    void copy_keepsBytesAndMetadata_orReplacesThem() {
        s3.putObject(
                put -> put.bucket(BUCKET).key("from").metadata(Map.of("a", "1")).contentType("text/x"),
                RequestBody.fromBytes(bytes(3 * MIB)));
        s3.copyObject(copy -> copy.sourceBucket(BUCKET)
                .sourceKey("from")
                .destinationBucket(BUCKET)
                .destinationKey("copied"));
        HeadObjectResponse copied = s3.headObject(it -> it.bucket(BUCKET).key("copied"));
        assertThat(copied.metadata()).containsEntry("a", "1");
        assertThat(copied.contentType()).isEqualTo("text/x");
        assertThat(copied.eTag()).isEqualTo('"' + md5(bytes(3 * MIB)) + '"');
        assertThat(get("copied")).isEqualTo(bytes(3 * MIB));

        s3.copyObject(copy -> copy.sourceBucket(BUCKET)
                .sourceKey("from")
                .destinationBucket(BUCKET)
                .destinationKey("from")
                .metadataDirective(MetadataDirective.REPLACE)
                .metadata(Map.of("b", "2")));
        HeadObjectResponse replaced = s3.headObject(it -> it.bucket(BUCKET).key("from"));
        assertThat(replaced.metadata()).isEqualTo(Map.of("b", "2"));
        assertThat(replaced.eTag()).isEqualTo(copied.eTag());
        assertThatThrownBy(() -> s3.copyObject(CopyObjectRequest.builder()
                        .sourceBucket(BUCKET)
                        .sourceKey("from")
                        .destinationBucket(BUCKET)
                        .destinationKey("from")
                        .build()))
                .satisfies(e -> assertThat(code(e)).isEqualTo("InvalidRequest"));
    }

    @Test
    void copyOntoItself_changesTheStorageClass_alsoBackToTheOnlyOne() {
        s3.putObject(
                put -> put.bucket(BUCKET)
                        .key("classed")
                        .storageClass(StorageClass.STANDARD_IA)
                        .metadata(Map.of("a", "1")),
                RequestBody.fromBytes(bytes(10)));
        s3.copyObject(copy -> copy.sourceBucket(BUCKET)
                .sourceKey("classed")
                .destinationBucket(BUCKET)
                .destinationKey("classed")
                .storageClass(StorageClass.STANDARD));
        HeadObjectResponse there = s3.headObject(it -> it.bucket(BUCKET).key("classed"));
        assertThat(there.storageClass()).isNull();
        assertThat(there.metadata()).isEqualTo(Map.of("a", "1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rehashed", "hashed"})
    void copy_getsTheChecksumThatTheRequestNames(String to) throws Exception {
        put("hashed", bytes(3 * MIB));
        String sha256 = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes(3 * MIB)));
        var copied = s3.copyObject(copy -> copy.sourceBucket(BUCKET)
                .sourceKey("hashed")
                .destinationBucket(BUCKET)
                .destinationKey(to)
                .metadataDirective(MetadataDirective.REPLACE)
                .checksumAlgorithm(ChecksumAlgorithm.SHA256));
        assertThat(copied.copyObjectResult().checksumSHA256()).isEqualTo(sha256);
        HeadObjectResponse there = s3.headObject(it -> it.bucket(BUCKET).key(to).checksumMode(ChecksumMode.ENABLED));
        assertThat(there.checksumSHA256()).isEqualTo(sha256);
        assertThat(there.checksumCRC32()).isNull();
        assertThat(there.eTag()).isEqualTo('"' + md5(bytes(3 * MIB)) + '"');
        assertThat(get(to)).isEqualTo(bytes(3 * MIB));
    }

    @Test
    void tags_areSetReadAndRemoved_withoutANewEntityTag() {
        String etag = put("tagged", bytes(100)).eTag();
        s3.putObjectTagging(it -> it.bucket(BUCKET)
                .key("tagged")
                .tagging(Tagging.builder()
                        .tagSet(Tag.builder().key("k&").value("v=1").build())
                        .build()));
        assertThat(s3.getObjectTagging(it -> it.bucket(BUCKET).key("tagged")).tagSet())
                .containsExactly(Tag.builder().key("k&").value("v=1").build());
        s3.deleteObjectTagging(it -> it.bucket(BUCKET).key("tagged"));
        assertThat(s3.getObjectTagging(it -> it.bucket(BUCKET).key("tagged")).tagSet())
                .isEmpty();
        assertThat(s3.headObject(it -> it.bucket(BUCKET).key("tagged")).eTag()).isEqualTo(etag);
    }

    /** Some part them with commas, and would get one tag. */
    @ParameterizedTest
    @ValueSource(strings = {"a=1,b=2", "a=1&a=2", "a=%FF"})
    void tagsOfAHeader_thatIsNoQueryString_areRefused(String header) {
        assertThatThrownBy(() -> s3.putObject(
                        it -> it.bucket(BUCKET).key("mistagged").tagging(header), RequestBody.fromBytes(bytes(1))))
                .satisfies(e -> assertThat(code(e)).isEqualTo("InvalidArgument"));
    }

    /** Go encodes a space of a query so, and leaves a plus of a path as it is. */
    @Test
    void copySource_withAPlus_meansASpace_andAnEncodedPlusIsOne() {
        put("some key", bytes(5));
        put("some+key", bytes(6));
        assertThat(copied("some+key")).isEqualTo(5);
        assertThat(copied("some%20key")).isEqualTo(5);
        assertThat(copied("some%2Bkey")).isEqualTo(6);
    }

    @SuppressWarnings("deprecation") // the one way to say it as it is sent
    private static long copied(String source) {
        s3.copyObject(it ->
                it.copySource(BUCKET + "/" + source).destinationBucket(BUCKET).destinationKey("copied"));
        return s3.headObject(it -> it.bucket(BUCKET).key("copied")).contentLength();
    }

    @Test
    void attributes_areThoseAskedFor() {
        String etag = put("attributed", bytes(77)).eTag();
        var answer = s3.getObjectAttributes(it -> it.bucket(BUCKET)
                .key("attributed")
                .objectAttributes(ObjectAttributes.E_TAG, ObjectAttributes.OBJECT_SIZE, ObjectAttributes.CHECKSUM));
        assertThat('"' + answer.eTag() + '"').isEqualTo(etag);
        assertThat(answer.objectSize()).isEqualTo(77);
        assertThat(answer.checksum().checksumCRC32()).isNotNull();
        assertThat(answer.storageClass()).isNull();
    }

    @Test
    void objectOfTheSdk_hasAnEtagThatNoClientTakesForAnMd5() {
        fixture.client.put(BUCKET, "native", bytes(10), PutOptions.DEFAULT);
        assertThat(get("native")).isEqualTo(bytes(10));
        assertThat(s3.headObject(it -> it.bucket(BUCKET).key("native")).eTag()).matches("\"[0-9a-f]{32}-1\"");
    }

    @Test
    void delete_ofOneVersion_isHeldToItsTagSizeAndTime() {
        put("conditional", bytes(10));
        HeadObjectResponse there = s3.headObject(it -> it.bucket(BUCKET).key("conditional"));
        assertThatThrownBy(() -> s3.deleteObject(
                        it -> it.bucket(BUCKET).key("conditional").ifMatch("\"other\"")))
                .satisfies(e -> assertThat(code(e)).isEqualTo("PreconditionFailed"));
        assertThatThrownBy(() -> s3.deleteObject(
                        it -> it.bucket(BUCKET).key("conditional").ifMatchSize(11L)))
                .satisfies(e -> assertThat(code(e)).isEqualTo("PreconditionFailed"));
        assertThatThrownBy(() -> s3.deleteObject(
                        it -> it.bucket(BUCKET).key("conditional").ifMatchLastModifiedTime(Instant.EPOCH)))
                .satisfies(e -> assertThat(code(e)).isEqualTo("PreconditionFailed"));
        s3.deleteObject(it -> it.bucket(BUCKET)
                .key("conditional")
                .ifMatch(there.eTag())
                .ifMatchSize(10L)
                .ifMatchLastModifiedTime(there.lastModified()));
        // What is not there is deleted, whatever it should have been.
        s3.deleteObject(it -> it.bucket(BUCKET).key("conditional").ifMatch("\"other\""));
    }

    @Test
    void write_unlessTheObjectHasATag() {
        String tag = put("none-of", bytes(10)).eTag();
        assertThatThrownBy(() ->
                        s3.putObject(it -> it.bucket(BUCKET).key("none-of").ifNoneMatch(tag), RequestBody.empty()))
                .satisfies(e -> assertThat(code(e)).isEqualTo("PreconditionFailed"));
        s3.putObject(it -> it.bucket(BUCKET).key("none-of").ifNoneMatch("\"other\""), RequestBody.fromString("new"));
        assertThat(get("none-of")).asString().isEqualTo("new");
    }

    @Test
    void metadataAndCodings_comeBackAsTheyMean() {
        s3.putObject(
                it -> it.bucket(BUCKET)
                        .key("meta")
                        .metadata(Map.of("empty", ""))
                        .contentEncoding("gzip, aws-chunked"),
                RequestBody.fromString("x"));
        HeadObjectResponse head = s3.headObject(it -> it.bucket(BUCKET).key("meta"));
        assertThat(head.metadata()).containsEntry("empty", "");
        assertThat(head.contentEncoding()).isEqualTo("gzip");
    }
}
