package io.chameleon.testing.differential;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.DeletedObject;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Error;

/** Requests on objects. */
final class Objects {
    private static final List<Integer> SIZES = List.of(0, 1, 10, 100, 5000, 70_000);
    private static final List<String> TYPES = List.of("text/plain", "image/png", "application/x-cat; charset=utf-8");
    private static final List<String> RANGES =
            List.of("bytes=0-0", "bytes=5-", "bytes=-3", "bytes=2-7", "bytes=100-200", "bytes=9-4", "bytes=-0", "cats");

    private final SplittableRandom random;

    Objects(SplittableRandom random) {
        this.random = random;
    }

    static byte[] bytes(int count, long seed) {
        byte[] bytes = new byte[count];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    static String etag(byte[] bytes) {
        try {
            byte[] md5 = MessageDigest.getInstance("MD5").digest(bytes);
            return '"' + HexFormat.of().formatHex(md5) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] anyBytes() {
        return bytes(SIZES.get(random.nextInt(SIZES.size())), random.nextInt(3));
    }

    Step put(String bucket, String key) {
        byte[] bytes = anyBytes();
        PutObjectRequest.Builder request =
                PutObjectRequest.builder().bucket(bucket).key(key);
        String how = "";
        switch (random.nextInt(6)) {
            case 0 -> request.ifNoneMatch(how = "*");
            case 1 -> request.contentType(how = TYPES.get(random.nextInt(TYPES.size())));
            case 2 -> request.metadata(Map.of("name", how = "value " + random.nextInt(3)));
            case 3 -> request.cacheControl(how = "max-age=" + random.nextInt(9));
            default -> {}
        }
        PutObjectRequest built = request.build();
        return new Step(
                "PutObject",
                bucket + " " + key + " " + bytes.length + " " + how,
                side -> Answer.ok()
                        .with(
                                "etag",
                                side.s3()
                                        .putObject(built, RequestBody.fromBytes(bytes))
                                        .eTag()));
    }

    Step get(String bucket, String key) {
        GetObjectRequest.Builder request =
                GetObjectRequest.builder().bucket(bucket).key(key);
        String how = "";
        switch (random.nextInt(5)) {
            case 0, 1 -> request.range(how = RANGES.get(random.nextInt(RANGES.size())));
            case 2 -> request.ifMatch(how = etag(anyBytes()));
            case 3 -> request.ifNoneMatch(how = etag(anyBytes()));
            default -> {}
        }
        GetObjectRequest built = request.build();
        return new Step("GetObject", bucket + " " + key + " " + how, side -> {
            ResponseBytes<GetObjectResponse> got = side.s3().getObjectAsBytes(built);
            GetObjectResponse head = got.response();
            return new Answer(head.sdkHttpResponse().statusCode(), "", Map.of())
                    .with("bytes", Arrays.hashCode(got.asByteArrayUnsafe()) + " of " + head.contentLength())
                    .with("range", head.contentRange())
                    .with("etag", head.eTag())
                    .with("type", head.contentType())
                    .with("metadata", head.metadata())
                    .with("cache", head.cacheControl());
        });
    }

    Step head(String bucket, String key) {
        return new Step("HeadObject", bucket + " " + key, side -> {
            HeadObjectResponse head =
                    side.s3().headObject(it -> it.bucket(bucket).key(key));
            return Answer.ok()
                    .with("length", head.contentLength())
                    .with("etag", head.eTag())
                    .with("type", head.contentType())
                    .with("metadata", head.metadata())
                    .with("cache", head.cacheControl());
        });
    }

    Step delete(String bucket, String key) {
        return new Step("DeleteObject", bucket + " " + key, side -> {
            side.s3().deleteObject(it -> it.bucket(bucket).key(key));
            return Answer.ok();
        });
    }

    Step deleteAll(String bucket, List<String> keys) {
        List<ObjectIdentifier> named = keys.stream()
                .map(key -> ObjectIdentifier.builder().key(key).build())
                .toList();
        return new Step("DeleteObjects", bucket + " " + keys, side -> {
            var done = side.s3().deleteObjects(it -> it.bucket(bucket).delete(all -> all.objects(named)));
            return Answer.ok()
                    .with(
                            "deleted",
                            new TreeSet<>(done.deleted().stream()
                                    .map(DeletedObject::key)
                                    .toList()))
                    .with("errors", done.errors().stream().map(S3Error::code).toList());
        });
    }

    Step copy(String fromBucket, String fromKey, String bucket, String key) {
        boolean replace = random.nextInt(3) == 0;
        return new Step(
                "CopyObject",
                fromBucket + " " + fromKey + " to " + bucket + " " + key + (replace ? " replacing" : ""),
                side -> Answer.ok()
                        .with(
                                "etag",
                                side.s3()
                                        .copyObject(it -> {
                                            it.sourceBucket(fromBucket)
                                                    .sourceKey(fromKey)
                                                    .destinationBucket(bucket)
                                                    .destinationKey(key);
                                            if (replace) {
                                                it.metadataDirective(MetadataDirective.REPLACE)
                                                        .contentType("text/x-copy")
                                                        .metadata(Map.of("copied", "yes"));
                                            }
                                        })
                                        .copyObjectResult()
                                        .eTag()));
    }
}
