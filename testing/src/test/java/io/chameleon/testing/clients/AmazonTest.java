package io.chameleon.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The synchronous AWS SDK 2, whose uploads bring a CRC32 trailer. */
@ChameleonCluster(s3 = true, buckets = "amazon")
class AmazonTest {
    private static final String BUCKET = "amazon";

    private final S3Client s3;

    AmazonTest(RunningCluster cluster) {
        s3 = Clients.blocking(cluster);
    }

    @BeforeEach
    void start() {
        assertThat(s3.listBuckets().buckets())
                .extracting(bucket -> bucket.name())
                .contains(BUCKET);
    }

    @AfterEach
    void stop() {
        s3.close();
    }

    private byte[] get(String key) {
        return s3.getObjectAsBytes(it -> it.bucket(BUCKET).key(key)).asByteArray();
    }

    @Test
    void objectsOfAnySize_comeBackWithTheirChecksum() throws IOException {
        for (int size : new int[] {0, 1, 65_536, 1 << 20, (3 << 20) + 17}) {
            byte[] bytes = Clients.bytes(size, size);
            PutObjectResponse put =
                    s3.putObject(it -> it.bucket(BUCKET).key("size/" + size), RequestBody.fromBytes(bytes));
            assertThat(put.checksumCRC32()).as("%d bytes", size).isNotNull();
            try (ResponseInputStream<GetObjectResponse> got =
                    s3.getObject(it -> it.bucket(BUCKET).key("size/" + size).checksumMode("ENABLED"))) {
                assertThat(got.readAllBytes()).isEqualTo(bytes);
                assertThat(got.response().checksumCRC32()).isEqualTo(put.checksumCRC32());
                assertThat(got.response().eTag()).isEqualTo(put.eTag());
            }
        }
    }

    @Test
    void streamOfUnknownLength_isStored() {
        byte[] bytes = Clients.bytes(300_000, 1);
        s3.putObject(
                it -> it.bucket(BUCKET).key("unknown"),
                RequestBody.fromContentProvider(() -> new ByteArrayInputStream(bytes), "application/x-cat"));
        assertThat(get("unknown")).isEqualTo(bytes);
        assertThat(s3.headObject(it -> it.bucket(BUCKET).key("unknown")).contentType())
                .isEqualTo("application/x-cat");
    }

    @Test
    void streamThatEndsEarly_storesNothing() {
        InputStream cut = new ByteArrayInputStream(new byte[100_000]);
        assertThatThrownBy(() ->
                        s3.putObject(it -> it.bucket(BUCKET).key("cut"), RequestBody.fromInputStream(cut, 2_000_000)))
                .isNotNull();
        assertThatThrownBy(() -> s3.headObject(it -> it.bucket(BUCKET).key("cut")))
                .satisfies(e -> assertThat(((S3Exception) e).statusCode()).isEqualTo(404));
    }

    @Test
    void metadata_ofEveryKind_isGivenBack() {
        s3.putObject(
                it -> it.bucket(BUCKET)
                        .key("Grüße/a b+c%20/☃")
                        .metadata(Map.of("author", "Ann", "spaced", "two  words"))
                        .cacheControl("max-age=60")
                        .contentDisposition("attachment; filename=\"cat.txt\"")
                        .contentEncoding("identity")
                        .contentLanguage("de")
                        .tagging("kind=cat&legs=4"),
                RequestBody.fromString("purrs"));
        HeadObjectResponse head = s3.headObject(it -> it.bucket(BUCKET).key("Grüße/a b+c%20/☃"));
        assertThat(head.metadata()).containsEntry("author", "Ann").containsEntry("spaced", "two  words");
        assertThat(head.cacheControl()).isEqualTo("max-age=60");
        assertThat(head.contentDisposition()).isEqualTo("attachment; filename=\"cat.txt\"");
        assertThat(head.contentEncoding()).isEqualTo("identity");
        assertThat(head.contentLanguage()).isEqualTo("de");
        assertThat(s3.getObjectTagging(it -> it.bucket(BUCKET).key("Grüße/a b+c%20/☃"))
                        .tagSet())
                .hasSize(2);
        assertThat(s3.listObjectsV2(it -> it.bucket(BUCKET).prefix("Grüße/")).contents())
                .extracting(S3Object::key)
                .containsExactly("Grüße/a b+c%20/☃");
    }

    @Test
    void everyChecksum_isVerified_andGivenBack() {
        for (ChecksumAlgorithm algorithm : List.of(
                ChecksumAlgorithm.CRC32, ChecksumAlgorithm.CRC32_C, ChecksumAlgorithm.SHA1, ChecksumAlgorithm.SHA256)) {
            byte[] bytes = Clients.bytes(70_000, 3);
            s3.putObject(
                    it -> it.bucket(BUCKET).key("sum/" + algorithm).checksumAlgorithm(algorithm),
                    RequestBody.fromBytes(bytes));
            assertThat(get("sum/" + algorithm)).isEqualTo(bytes);
            HeadObjectResponse head = s3.headObject(
                    it -> it.bucket(BUCKET).key("sum/" + algorithm).checksumMode("ENABLED"));
            assertThat(head.getValueForField("Checksum" + algorithm.toString().replace("_", ""), String.class))
                    .as(algorithm.toString())
                    .isPresent();
        }
    }

    @Test
    void parts_becomeOneObject_whoseChecksumIsOfTheWhole() {
        byte[] bytes = Clients.bytes((10 << 20) + 3, 4);
        String id = s3.createMultipartUpload(it -> it.bucket(BUCKET)
                        .key("parts")
                        .checksumAlgorithm(ChecksumAlgorithm.CRC32)
                        .checksumType(ChecksumType.FULL_OBJECT))
                .uploadId();
        List<CompletedPart> parts = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += 5 << 20) {
            byte[] part = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + (5 << 20)));
            int number = parts.size() + 1;
            var written = s3.uploadPart(
                    it -> it.bucket(BUCKET)
                            .key("parts")
                            .uploadId(id)
                            .partNumber(number)
                            .checksumAlgorithm(ChecksumAlgorithm.CRC32),
                    RequestBody.fromBytes(part));
            parts.add(CompletedPart.builder()
                    .partNumber(number)
                    .eTag(written.eTag())
                    .checksumCRC32(written.checksumCRC32())
                    .build());
        }
        var done = s3.completeMultipartUpload(it -> it.bucket(BUCKET)
                .key("parts")
                .uploadId(id)
                .checksumType(ChecksumType.FULL_OBJECT)
                .multipartUpload(upload -> upload.parts(parts)));
        assertThat(done.checksumType()).isEqualTo(ChecksumType.FULL_OBJECT);
        assertThat(get("parts")).isEqualTo(bytes);
        byte[] middle = s3.getObjectAsBytes(it -> it.bucket(BUCKET).key("parts").range("bytes=5242870-5242899"))
                .asByteArray();
        assertThat(middle).isEqualTo(Arrays.copyOfRange(bytes, 5_242_870, 5_242_900));
    }

    @Test
    void manyObjects_areListedInPages_copied_andDeletedAtOnce() {
        List<String> keys =
                IntStream.range(0, 25).mapToObj(i -> "many/" + (char) ('a' + i)).toList();
        keys.forEach(key -> s3.putObject(it -> it.bucket(BUCKET).key(key), RequestBody.fromString(key)));
        assertThat(s3
                        .listObjectsV2Paginator(
                                it -> it.bucket(BUCKET).prefix("many/").maxKeys(7))
                        .contents()
                        .stream()
                        .map(S3Object::key))
                .containsExactlyElementsOf(keys);
        s3.copyObject(it -> it.sourceBucket(BUCKET)
                .sourceKey("many/c")
                .destinationBucket(BUCKET)
                .destinationKey("copy of c"));
        assertThat(new String(get("copy of c"), StandardCharsets.UTF_8)).isEqualTo("many/c");
        var deleted = s3.deleteObjects(it -> it.bucket(BUCKET)
                .delete(all -> all.objects(keys.stream()
                        .map(key -> ObjectIdentifier.builder().key(key).build())
                        .toList())));
        assertThat(deleted.deleted()).hasSize(keys.size());
        assertThat(s3.listObjectsV2(it -> it.bucket(BUCKET).prefix("many/")).contents())
                .isEmpty();
    }

    @Test
    void oneOfTwoWriters_wins() {
        s3.putObject(it -> it.bucket(BUCKET).key("once").ifNoneMatch("*"), RequestBody.fromString("first"));
        assertThatThrownBy(() -> s3.putObject(
                        it -> it.bucket(BUCKET).key("once").ifNoneMatch("*"), RequestBody.fromString("second")))
                .satisfies(e -> assertThat(((S3Exception) e).statusCode()).isEqualTo(412));
        assertThat(get("once")).isEqualTo("first".getBytes(StandardCharsets.UTF_8));
    }
}
