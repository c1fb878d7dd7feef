package io.chameleon.s3;

import static io.chameleon.s3.S3Fixture.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.transport.protocol.MessageType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.ObjectPart;
import software.amazon.awssdk.services.s3.model.Part;

/** Objects that are uploaded in parts. */
class MultipartTest {
    private static final int PART = 5 << 20;

    private static S3Fixture fixture;
    private static S3Client s3;

    @BeforeAll
    static void start() {
        fixture = new S3Fixture();
        s3 = fixture.s3;
        s3.createBucket(it -> it.bucket(BUCKET));
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    private static String begin(String key) {
        return s3.createMultipartUpload(it -> it.bucket(BUCKET).key(key)).uploadId();
    }

    private static CompletedPart put(String key, String id, int number, byte[] bytes) {
        var written = s3.uploadPart(
                it -> it.bucket(BUCKET).key(key).uploadId(id).partNumber(number), RequestBody.fromBytes(bytes));
        return CompletedPart.builder().partNumber(number).eTag(written.eTag()).build();
    }

    private static CompleteMultipartUploadResponse complete(String key, String id, CompletedPart... parts) {
        return s3.completeMultipartUpload(
                it -> it.bucket(BUCKET).key(key).uploadId(id).multipartUpload(upload -> upload.parts(parts)));
    }

    private static byte[] get(String key) {
        return s3.getObjectAsBytes(it -> it.bucket(BUCKET).key(key)).asByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    @Test
    void partsInAnyOrder_becomeOneObject() {
        byte[] first = ObjectsTest.bytes(PART);
        byte[] second = ObjectsTest.bytes(1234);
        String id = begin("composed");
        CompletedPart two = put("composed", id, 2, second);
        put("composed", id, 1, ObjectsTest.bytes(PART + 1));
        CompletedPart one = put("composed", id, 1, first);

        CompleteMultipartUploadResponse done = complete("composed", id, one, two);

        assertThat(done.eTag()).endsWith("-2\"");
        assertThat(get("composed")).isEqualTo(joined(first, second));
        HeadObjectResponse part =
                s3.headObject(it -> it.bucket(BUCKET).key("composed").partNumber(2));
        assertThat(part.partsCount()).isEqualTo(2);
        assertThat(part.contentLength()).isEqualTo(1234);
        assertThat(s3.getObjectAsBytes(it -> it.bucket(BUCKET).key("composed").partNumber(2))
                        .asByteArray())
                .isEqualTo(second);
        assertThat(complete("composed", id, one, two).eTag())
                .as("a client that repeats the completion")
                .isEqualTo(done.eTag());
    }

    @Test
    void checksumsOfParts_giveThatOfTheObject() {
        byte[] first = ObjectsTest.bytes(PART);
        byte[] second = ObjectsTest.bytes(77);
        String id = s3.createMultipartUpload(
                        it -> it.bucket(BUCKET).key("summed").checksumAlgorithm(ChecksumAlgorithm.CRC32))
                .uploadId();
        List<CompletedPart> parts = new ArrayList<>();
        for (byte[] bytes : List.of(first, second)) {
            int number = parts.size() + 1;
            var written = s3.uploadPart(
                    it -> it.bucket(BUCKET)
                            .key("summed")
                            .uploadId(id)
                            .partNumber(number)
                            .checksumAlgorithm(ChecksumAlgorithm.CRC32),
                    RequestBody.fromBytes(bytes));
            parts.add(CompletedPart.builder()
                    .partNumber(number)
                    .eTag(written.eTag())
                    .checksumCRC32(written.checksumCRC32())
                    .build());
        }
        CompleteMultipartUploadResponse done = s3.completeMultipartUpload(
                it -> it.bucket(BUCKET).key("summed").uploadId(id).multipartUpload(upload -> upload.parts(parts)));

        assertThat(done.checksumCRC32()).endsWith("-2");
        assertThat(done.checksumTypeAsString()).isEqualTo("COMPOSITE");
        assertThat(get("summed")).isEqualTo(joined(first, second));
        assertThat(s3.headObject(it ->
                                it.bucket(BUCKET).key("summed").partNumber(2).checksumMode(ChecksumMode.ENABLED))
                        .checksumCRC32())
                .isEqualTo(parts.get(1).checksumCRC32());
        assertThat(s3.getObjectAttributes(
                                it -> it.bucket(BUCKET).key("summed").objectAttributes(ObjectAttributes.CHECKSUM))
                        .checksum()
                        .checksumCRC32())
                .as("as at AWS, without the number of parts")
                .isEqualTo(done.checksumCRC32().replace("-2", ""));
        assertThat(s3.getObjectAttributes(
                                it -> it.bucket(BUCKET).key("summed").objectAttributes(ObjectAttributes.OBJECT_PARTS))
                        .objectParts()
                        .parts())
                .extracting(ObjectPart::partNumber, ObjectPart::size, ObjectPart::checksumCRC32)
                .containsExactly(
                        tuple(1, (long) PART, parts.get(0).checksumCRC32()),
                        tuple(2, 77L, parts.get(1).checksumCRC32()));
        assertThat(s3.completeMultipartUpload(it -> it.bucket(BUCKET)
                                .key("summed")
                                .uploadId(id)
                                .multipartUpload(upload -> upload.parts(parts)))
                        .checksumCRC32())
                .as("a client that repeats the completion")
                .isEqualTo(done.checksumCRC32());
    }

    private static CompleteMultipartUploadResponse completeSummed(
            Consumer<CompleteMultipartUploadRequest.Builder> announcement) {
        String id = s3.createMultipartUpload(
                        it -> it.bucket(BUCKET).key("announced").checksumAlgorithm(ChecksumAlgorithm.CRC32))
                .uploadId();
        CompletedPart part = put("announced", id, 1, ObjectsTest.bytes(77));
        return s3.completeMultipartUpload(it -> it.bucket(BUCKET)
                .key("announced")
                .uploadId(id)
                .multipartUpload(upload -> upload.parts(part))
                .applyMutation(announcement));
    }

    /** To another bucket bytes are written anew, within the bucket they are shared. */
    @ParameterizedTest
    @ValueSource(strings = {BUCKET, "copies-of-uploads"})
    void copyOfAnUpload_hasTheChecksumOfAllBytes(String to) {
        if (!to.equals(BUCKET)) {
            s3.createBucket(it -> it.bucket(to));
        }
        byte[] first = ObjectsTest.bytes(PART);
        byte[] second = ObjectsTest.bytes(78);
        String id = s3.createMultipartUpload(
                        it -> it.bucket(BUCKET).key("copied").checksumAlgorithm(ChecksumAlgorithm.CRC32))
                .uploadId();
        CompletedPart[] parts = {put("copied", id, 1, first), put("copied", id, 2, second)};
        assertThat(complete("copied", id, parts).checksumTypeAsString()).isEqualTo("COMPOSITE");
        CRC32 crc = new CRC32();
        crc.update(joined(first, second));
        String whole = Base64.getEncoder()
                .encodeToString(
                        ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());

        var copied = s3.copyObject(copy -> copy.sourceBucket(BUCKET)
                        .sourceKey("copied")
                        .destinationBucket(to)
                        .destinationKey("copy"))
                .copyObjectResult();

        assertThat(copied.checksumCRC32()).isEqualTo(whole);
        assertThat(copied.checksumTypeAsString()).isEqualTo("FULL_OBJECT");
        HeadObjectResponse there = s3.headObject(it -> it.bucket(to).key("copy").checksumMode(ChecksumMode.ENABLED));
        assertThat(there.checksumCRC32()).isEqualTo(whole);
        assertThat(s3.getObjectAsBytes(it -> it.bucket(to).key("copy")).asByteArray())
                .isEqualTo(joined(first, second));
    }

    @Test
    void announcedChecksum_isThatOfTheObject_withOrWithoutTheNumberOfParts() {
        String whole = completeSummed(it -> {}).checksumCRC32();
        assertThat(whole).endsWith("-1");
        String value = whole.substring(0, whole.length() - 2);
        for (String same : List.of(whole, value)) {
            assertThat(completeSummed(it -> it.checksumCRC32(same).checksumType("COMPOSITE"))
                            .checksumCRC32())
                    .isEqualTo(whole);
        }
        String[][] others = {{"AAAAAA==", "COMPOSITE"}, {value + "-2", "COMPOSITE"}, {value, "FULL_OBJECT"}};
        for (String[] other : others) {
            assertThatThrownBy(() ->
                            completeSummed(it -> it.checksumCRC32(other[0]).checksumType(other[1])))
                    .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("BadDigest"));
        }
    }

    @Test
    void wrongLists_areRefused_andTheUploadStaysOpen() {
        String id = begin("refused");
        CompletedPart one = put("refused", id, 1, ObjectsTest.bytes(100));
        CompletedPart two = put("refused", id, 2, ObjectsTest.bytes(100));
        assertThatThrownBy(() -> complete("refused", id, one, two))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("EntityTooSmall"));
        assertThatThrownBy(() -> complete("refused", id, two, one))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("InvalidPartOrder"));
        assertThatThrownBy(() ->
                        complete("refused", id, two.toBuilder().eTag("\"0\"").build()))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("InvalidPart"));
        assertThat(s3.listParts(it -> it.bucket(BUCKET).key("refused").uploadId(id))
                        .parts())
                .extracting(Part::partNumber)
                .containsExactly(1, 2);
        s3.abortMultipartUpload(it -> it.bucket(BUCKET).key("refused").uploadId(id));
        assertThatThrownBy(() ->
                        s3.listParts(it -> it.bucket(BUCKET).key("refused").uploadId(id)))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NoSuchUpload"));
        assertThatThrownBy(() -> s3.abortMultipartUpload(
                        it -> it.bucket(BUCKET).key("refused").uploadId("none")))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NoSuchUpload"));
    }

    @Test
    void copyOfAnUploadedObject_isInOnePiece_andOutlivesIt() {
        String id = begin("in parts");
        byte[] first = ObjectsTest.bytes(PART);
        CompletedPart[] parts = {put("in parts", id, 1, first), put("in parts", id, 2, ObjectsTest.bytes(10))};
        complete("in parts", id, parts);
        s3.copyObject(it -> it.sourceBucket(BUCKET)
                .sourceKey("in parts")
                .destinationBucket(BUCKET)
                .destinationKey("copied"));
        s3.deleteObject(it -> it.bucket(BUCKET).key("in parts"));

        byte[] whole = Arrays.copyOf(first, PART + 10);
        System.arraycopy(ObjectsTest.bytes(10), 0, whole, PART, 10);
        assertThat(s3.headObject(it -> it.bucket(BUCKET).key("copied")).eTag())
                .isEqualTo('"' + ObjectsTest.md5(whole) + '"');
        assertThat(get("copied")).isEqualTo(whole);
        assertThat(fixture.cluster.metadata().received(MessageType.COPY_OBJECT)).isEqualTo(1);
        assertThatThrownBy(() -> complete("copied", id, parts))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NoSuchUpload"));
    }

    /** The client believes that the part is encrypted by its key. */
    @Test
    void partWithAKeyOfTheClient_isRefused() {
        String id = begin("secret");
        assertThatThrownBy(() -> s3.uploadPart(
                        it -> it.bucket(BUCKET)
                                .key("secret")
                                .uploadId(id)
                                .partNumber(1)
                                .sseCustomerAlgorithm("AES256")
                                .sseCustomerKey("MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
                                .sseCustomerKeyMD5("bSN6uJ5/WpRdPQQ6pRKxEw=="),
                        RequestBody.fromBytes(ObjectsTest.bytes(10))))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NotImplemented"));
    }

    @Test
    void partsMayBeCopied() {
        byte[] source = ObjectsTest.bytes(PART + 10);
        s3.putObject(it -> it.bucket(BUCKET).key("source"), RequestBody.fromBytes(source));
        String id = begin("assembled");
        var copied = s3.uploadPartCopy(it -> it.sourceBucket(BUCKET)
                .sourceKey("source")
                .copySourceRange("bytes=10-" + (PART + 9))
                .destinationBucket(BUCKET)
                .destinationKey("assembled")
                .uploadId(id)
                .partNumber(1));
        complete(
                "assembled",
                id,
                CompletedPart.builder()
                        .partNumber(1)
                        .eTag(copied.copyPartResult().eTag())
                        .build());
        assertThat(get("assembled")).isEqualTo(Arrays.copyOfRange(source, 10, PART + 10));
    }

    /** As aws s3 cp copies what it has uploaded: part by part. */
    @Test
    void copyPartByPart_writesNoByteOfTheObject_andOutlivesIt() {
        byte[] first = ObjectsTest.bytes(PART);
        byte[] second = ObjectsTest.bytes(PART + 77);
        String id = begin("by parts");
        var source = complete("by parts", id, put("by parts", id, 1, first), put("by parts", id, 2, second));
        long before = fixture.stored();

        String copyId = begin("copied by parts");
        CompletedPart one = copy("by parts", 0, PART, "copied by parts", copyId, 1);
        CompletedPart two = copy("by parts", PART, 2 * PART + 77, "copied by parts", copyId, 2);
        var copied = complete("copied by parts", copyId, one, two);

        assertThat(fixture.stored() - before).as("a list alone").isLessThan(PART / 10);
        assertThat(copied.eTag()).isEqualTo(source.eTag());
        s3.deleteObject(it -> it.bucket(BUCKET).key("by parts"));
        assertThat(get("copied by parts")).isEqualTo(joined(first, second));
    }

    @Test
    void wholeObjects_areJoined_withoutWritingThem() {
        byte[] first = ObjectsTest.bytes(PART);
        byte[] second = ObjectsTest.bytes(PART + 99);
        s3.putObject(it -> it.bucket(BUCKET).key("one"), RequestBody.fromBytes(first));
        s3.putObject(it -> it.bucket(BUCKET).key("two"), RequestBody.fromBytes(second));
        long before = fixture.stored();

        String id = begin("joined");
        CompletedPart one = copy("one", 0, PART, "joined", id, 1);
        CompletedPart two = copy("two", 0, PART + 99, "joined", id, 2);
        complete("joined", id, one, two);

        assertThat(fixture.stored() - before).as("three lists").isLessThan(PART / 10);
        for (String key : List.of("one", "two")) {
            assertThat(get(key)).isEqualTo(key.equals("one") ? first : second);
            s3.deleteObject(it -> it.bucket(BUCKET).key(key));
        }
        assertThat(get("joined")).isEqualTo(joined(first, second));
    }

    @Test
    void partCopiedFromAnotherSlice_ofASlicedBucket_isWritten() {
        var made = fixture.client.createBucket("sliced", S3Fixture.ALICE, BucketInfo.SLICED);
        byte[] source = ObjectsTest.bytes(PART);
        String from = FakeCluster.keyOfSlice(11, "from");
        String to = FakeCluster.keyOfSlice(3, "to");
        s3.putObject(it -> it.bucket(made.name()).key(from), RequestBody.fromBytes(source));
        long before = fixture.stored();

        String id =
                s3.createMultipartUpload(it -> it.bucket(made.name()).key(to)).uploadId();
        var copied = s3.uploadPartCopy(it -> it.sourceBucket(made.name())
                .sourceKey(from)
                .destinationBucket(made.name())
                .destinationKey(to)
                .uploadId(id)
                .partNumber(1));
        s3.completeMultipartUpload(it -> it.bucket(made.name())
                .key(to)
                .uploadId(id)
                .multipartUpload(upload -> upload.parts(CompletedPart.builder()
                        .partNumber(1)
                        .eTag(copied.copyPartResult().eTag())
                        .build())));

        assertThat(copied.copyPartResult().eTag()).isEqualTo('"' + ObjectsTest.md5(source) + '"');
        assertThat(fixture.stored() - before).as("all bytes").isGreaterThan(PART);
        assertThat(s3.getObjectAsBytes(it -> it.bucket(made.name()).key(to)).asByteArray())
                .isEqualTo(source);
    }

    private static CompletedPart copy(String from, int first, int end, String to, String id, int number) {
        var copied = s3.uploadPartCopy(it -> it.sourceBucket(BUCKET)
                .sourceKey(from)
                .copySourceRange("bytes=" + first + "-" + (end - 1))
                .destinationBucket(BUCKET)
                .destinationKey(to)
                .uploadId(id)
                .partNumber(number));
        return CompletedPart.builder()
                .partNumber(number)
                .eTag(copied.copyPartResult().eTag())
                .build();
    }

    @Test
    void openUploads_areListed() {
        for (String key : List.of("u/a", "u/b/1", "u/b/2", "u/c")) {
            begin(key);
        }
        var listed =
                s3.listMultipartUploads(it -> it.bucket(BUCKET).prefix("u/").delimiter("/"));
        assertThat(listed.uploads()).extracting(MultipartUpload::key).containsExactly("u/a", "u/c");
        assertThat(listed.commonPrefixes())
                .extracting(prefix -> prefix.prefix())
                .containsExactly("u/b/");
        var first = s3.listMultipartUploads(it -> it.bucket(BUCKET).prefix("u/").maxUploads(2));
        assertThat(first.isTruncated()).isTrue();
        var second = s3.listMultipartUploads(it -> it.bucket(BUCKET)
                .prefix("u/")
                .keyMarker(first.nextKeyMarker())
                .uploadIdMarker(first.nextUploadIdMarker()));
        assertThat(second.uploads()).extracting(MultipartUpload::key).containsExactly("u/b/2", "u/c");
    }
}
