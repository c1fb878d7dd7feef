package io.chameleon.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import io.minio.BucketExistsArgs;
import io.minio.Checksum;
import io.minio.ComposeObjectArgs;
import io.minio.CopyObjectArgs;
import io.minio.GetObjectArgs;
import io.minio.GetObjectTagsArgs;
import io.minio.GetPresignedObjectUrlArgs;
import io.minio.Http;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PostPolicy;
import io.minio.PutObjectArgs;
import io.minio.RemoveBucketArgs;
import io.minio.RemoveObjectArgs;
import io.minio.RemoveObjectsArgs;
import io.minio.Result;
import io.minio.SourceObject;
import io.minio.StatObjectArgs;
import io.minio.StatObjectResponse;
import io.minio.errors.ErrorResponseException;
import io.minio.errors.MinioException;
import io.minio.messages.DeleteRequest;
import io.minio.messages.Item;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** MinIO's client for Java, which signs and cuts objects in its own way. */
@ChameleonCluster(s3 = true, buckets = "minio")
class MinioTest {
    private static final String BUCKET = "minio";
    private static final int PART = 5 << 20;

    private final RunningCluster cluster;
    private final MinioClient minio;
    private final HttpClient http = HttpClient.newHttpClient();

    MinioTest(RunningCluster cluster) {
        this.cluster = cluster;
        minio = Clients.minio(cluster);
    }

    @AfterEach
    void stop() throws Exception {
        minio.close();
        http.close();
    }

    private void put(String key, byte[] bytes) throws MinioException {
        var unused = minio.putObject(PutObjectArgs.builder().bucket(BUCKET).object(key).stream(
                        new ByteArrayInputStream(bytes), (long) bytes.length, null)
                .build());
    }

    private byte[] get(String key) throws Exception {
        try (InputStream in = minio.getObject(
                GetObjectArgs.builder().bucket(BUCKET).object(key).build())) {
            return in.readAllBytes();
        }
    }

    private List<String> keys(ListObjectsArgs.Builder wanted) throws MinioException {
        List<String> keys = new ArrayList<>();
        for (Result<Item> item : minio.listObjects(wanted.bucket(BUCKET).build())) {
            keys.add(item.get().objectName());
        }
        return keys;
    }

    @Test
    void object_isStored_describedAndDeleted() throws Exception {
        byte[] bytes = Clients.bytes(123_456, 1);
        var unused = minio.putObject(PutObjectArgs.builder().bucket(BUCKET).object("a b/ü+%").stream(
                        new ByteArrayInputStream(bytes), (long) bytes.length, null)
                .contentType("image/png")
                .userMetadata(Map.of("author", "Ann"))
                .tags(Map.of("kind", "cat"))
                .build());
        assertThat(get("a b/ü+%")).isEqualTo(bytes);
        StatObjectResponse stat = minio.statObject(
                StatObjectArgs.builder().bucket(BUCKET).object("a b/ü+%").build());
        assertThat(stat.size()).isEqualTo(bytes.length);
        assertThat(stat.contentType()).isEqualTo("image/png");
        assertThat(stat.userMetadata().get("author")).contains("Ann");
        assertThat(minio.getObjectTags(GetObjectTagsArgs.builder()
                                .bucket(BUCKET)
                                .object("a b/ü+%")
                                .build())
                        .get())
                .containsEntry("kind", "cat");
        try (InputStream in = minio.getObject(GetObjectArgs.builder()
                .bucket(BUCKET)
                .object("a b/ü+%")
                .offset(1000L)
                .length(50L)
                .build())) {
            assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 1000, 1050));
        }
        minio.removeObject(
                RemoveObjectArgs.builder().bucket(BUCKET).object("a b/ü+%").build());
        assertThatThrownBy(() -> get("a b/ü+%"))
                .satisfies(e -> assertThat(
                                ((ErrorResponseException) e).errorResponse().code())
                        .isEqualTo("NoSuchKey"));
    }

    @Test
    void checksumOfTheWholeObject_isVerified() throws Exception {
        for (Checksum.Algorithm algorithm :
                List.of(Checksum.Algorithm.CRC32, Checksum.Algorithm.CRC32C, Checksum.Algorithm.CRC64NVME)) {
            byte[] bytes = Clients.bytes(80_000, 2);
            var unused = minio.putObject(PutObjectArgs.builder().bucket(BUCKET).object("sum/" + algorithm).stream(
                            new ByteArrayInputStream(bytes), (long) bytes.length, null)
                    .checksum(algorithm)
                    .build());
            assertThat(get("sum/" + algorithm)).as(algorithm.name()).isEqualTo(bytes);
        }
    }

    @Test
    void streamOfUnknownLength_isStoredInParts() throws Exception {
        byte[] bytes = Clients.bytes(2 * PART + 100, 3);
        var unused = minio.putObject(PutObjectArgs.builder().bucket(BUCKET).object("unknown").stream(
                        new ByteArrayInputStream(bytes), -1L, (long) PART)
                .build());
        assertThat(get("unknown")).isEqualTo(bytes);
        assertThat(minio.statObject(StatObjectArgs.builder()
                                .bucket(BUCKET)
                                .object("unknown")
                                .build())
                        .etag())
                .endsWith("-3");
    }

    @Test
    void objects_areListed_asATreeAndFlat_andRemovedTogether() throws Exception {
        List<String> keys = IntStream.range(0, 30)
                .mapToObj(i -> String.format(Locale.ROOT, "list/%d/%02d", i % 3, i))
                .sorted()
                .toList();
        for (String key : keys) {
            put(key, key.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(keys(ListObjectsArgs.builder()
                        .prefix("list/")
                        .recursive(true)
                        .maxKeys(7)))
                .isEqualTo(keys);
        assertThat(keys(ListObjectsArgs.builder()
                        .prefix("list/")
                        .recursive(true)
                        .maxKeys(7)
                        .useApiVersion1(true)))
                .isEqualTo(keys);
        assertThat(keys(ListObjectsArgs.builder().prefix("list/"))).containsExactly("list/0/", "list/1/", "list/2/");
        assertThat(keys(ListObjectsArgs.builder().prefix("list/").includeVersions(true)))
                .containsExactly("list/0/", "list/1/", "list/2/");
        for (Result<?> error : minio.removeObjects(RemoveObjectsArgs.builder()
                .bucket(BUCKET)
                .objects(keys.stream().map(DeleteRequest.Object::new).toList())
                .build())) {
            assertThat(error.get()).as("what could not be removed").isNull();
        }
        assertThat(keys(ListObjectsArgs.builder().prefix("list/"))).isEmpty();
    }

    @Test
    void objects_areCopied_andComposed() throws Exception {
        byte[] first = Clients.bytes(PART, 4);
        byte[] second = Clients.bytes(777, 5);
        put("first", first);
        put("second", second);
        var unused = minio.copyObject(CopyObjectArgs.builder()
                .bucket(BUCKET)
                .object("copy")
                .source(SourceObject.builder().bucket(BUCKET).object("second").build())
                .build());
        assertThat(get("copy")).isEqualTo(second);
        var unused2 = minio.composeObject(ComposeObjectArgs.builder()
                .bucket(BUCKET)
                .object("composed")
                .sources(new ArrayList<>(List.of(
                        SourceObject.builder().bucket(BUCKET).object("first").build(),
                        SourceObject.builder().bucket(BUCKET).object("second").build())))
                .build());
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        assertThat(get("composed")).isEqualTo(both);
    }

    @Test
    void addressesThatAreSigned_openOneObject() throws Exception {
        byte[] bytes = Clients.bytes(5000, 6);
        HttpResponse<String> put = http.send(
                HttpRequest.newBuilder(signed(Http.Method.PUT, "signed"))
                        .PUT(BodyPublishers.ofByteArray(bytes))
                        .build(),
                BodyHandlers.ofString());
        assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
        HttpResponse<byte[]> got = http.send(
                HttpRequest.newBuilder(signed(Http.Method.GET, "signed")).build(), BodyHandlers.ofByteArray());
        assertThat(got.body()).isEqualTo(bytes);
        URI other = URI.create(signed(Http.Method.GET, "signed").toString().replace("/signed?", "/unsigned?"));
        assertThat(http.send(HttpRequest.newBuilder(other).build(), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(403);
    }

    private URI signed(Http.Method method, String key) throws MinioException {
        return URI.create(minio.getPresignedObjectUrl(GetPresignedObjectUrlArgs.builder()
                .method(method)
                .bucket(BUCKET)
                .object(key)
                .expiry(600)
                .build()));
    }

    @Test
    void formThatIsSigned_storesItsFile() throws Exception {
        PostPolicy policy = new PostPolicy(BUCKET, ZonedDateTime.now().plusMinutes(10));
        policy.addEqualsCondition("key", "form/cat");
        policy.addContentLengthRangeCondition(1, 1000);
        Map<String, String> fields = minio.getPresignedPostFormData(policy);
        StringBuilder form = new StringBuilder();
        fields.forEach((name, value) -> field(form, name, value));
        field(form, "key", "form/cat");
        form.append("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"cat\"\r\n\r\npurrs\r\n--b--\r\n");
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(cluster.s3Endpoint().resolve("/" + BUCKET))
                        .header("Content-Type", "multipart/form-data; boundary=b")
                        .POST(BodyPublishers.ofString(form.toString()))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
        assertThat(get("form/cat")).isEqualTo("purrs".getBytes(StandardCharsets.UTF_8));
    }

    private static void field(StringBuilder form, String name, String value) {
        form.append("--b\r\nContent-Disposition: form-data; name=\"")
                .append(name)
                .append("\"\r\n\r\n")
                .append(value)
                .append("\r\n");
    }

    @Test
    void bucket_isMade_andRemoved() throws Exception {
        minio.makeBucket(MakeBucketArgs.builder().bucket("minio-two").build());
        assertThat(minio.bucketExists(
                        BucketExistsArgs.builder().bucket("minio-two").build()))
                .isTrue();
        assertThat(minio.listBuckets()).extracting(bucket -> bucket.name()).contains(BUCKET, "minio-two");
        minio.removeBucket(RemoveBucketArgs.builder().bucket("minio-two").build());
        assertThat(minio.bucketExists(
                        BucketExistsArgs.builder().bucket("minio-two").build()))
                .isFalse();
    }
}
