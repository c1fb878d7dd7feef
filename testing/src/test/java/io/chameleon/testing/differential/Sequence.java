package io.chameleon.testing.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/** Random requests on few buckets and keys, so that they meet one another. */
final class Sequence {
    private static final List<String> BUCKETS = List.of("first-bucket", "second-bucket");

    /** None is a directory of another: s3proxy's store keeps them as files. */
    private static final List<String> KEYS =
            List.of("a", "b/1", "b/2", "b/c/3", "b-4", "B", "d/e", "d/f g", "ü/1", "z+%&", "ä", "a~");

    private static final List<String> PREFIXES = List.of("", "", "b", "b/", "d/", "ü/", "none");
    private static final int LEAST_PART = 5 << 20;

    private final SplittableRandom random;
    private final Objects objects;
    private final Lists lists;
    private final List<String> open = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private int begun;
    private int steps;

    Sequence(long seed) {
        random = new SplittableRandom(seed);
        objects = new Objects(random);
        lists = new Lists(random);
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    Step next() {
        if (steps < BUCKETS.size()) {
            return create(BUCKETS.get(steps++));
        }
        String bucket = random.nextInt(40) == 0 ? "no-such-bucket" : one(BUCKETS);
        String key = one(KEYS);
        int dice = random.nextInt(100);
        if (dice < 8) {
            return bucket(bucket);
        } else if (dice < 30) {
            return objects.put(bucket, key);
        } else if (dice < 45) {
            return objects.get(bucket, key);
        } else if (dice < 52) {
            return objects.head(bucket, key);
        } else if (dice < 58) {
            return objects.delete(bucket, key);
        } else if (dice < 60) {
            return objects.deleteAll(
                    bucket, List.of(key, one(KEYS)).stream().distinct().toList());
        } else if (dice < 66) {
            return objects.copy(one(BUCKETS), one(KEYS), bucket, key);
        } else if (dice < 73) {
            return lists.version1(bucket, one(PREFIXES), one(KEYS));
        } else if (dice < 82) {
            return lists.version2(bucket, one(PREFIXES), one(KEYS));
        }
        return upload(bucket, key);
    }

    private static Step create(String bucket) {
        return new Step("CreateBucket", bucket, side -> {
            side.s3().createBucket(it -> it.bucket(bucket));
            return Answer.ok();
        });
    }

    private Step bucket(String bucket) {
        int dice = random.nextInt(4);
        if (dice == 3 && isOpenIn(bucket)) {
            // Amazon deletes a bucket with open uploads, s3proxy does not: what follows could not be compared.
            return create(bucket);
        }
        return switch (dice) {
            case 0, 1 -> create(bucket);
            case 2 ->
                new Step("HeadBucket", bucket, side -> {
                    side.s3().headBucket(it -> it.bucket(bucket));
                    return Answer.ok();
                });
            default ->
                new Step("DeleteBucket", bucket, side -> {
                    side.s3().deleteBucket(it -> it.bucket(bucket));
                    return Answer.ok();
                });
        };
    }

    private boolean isOpenIn(String bucket) {
        return open.stream().anyMatch(name -> name.startsWith(bucket + "|"));
    }

    private Step upload(String bucket, String key) {
        if (open.isEmpty() || random.nextInt(6) == 0) {
            String name = bucket + "|" + key + "|" + begun++ + "|";
            open.add(name);
            return new Step("CreateMultipartUpload", name, side -> {
                side.uploads()
                        .put(
                                name,
                                side.s3()
                                        .createMultipartUpload(
                                                it -> it.bucket(bucket).key(key).contentType("image/x-cat"))
                                        .uploadId());
                return Answer.ok();
            });
        }
        boolean late = !ended.isEmpty() && random.nextInt(6) == 0;
        String name = one(late ? ended : open);
        String[] at = name.split("\\|", -1);
        Step step = switch (random.nextInt(6)) {
            case 0, 1, 2 -> part(name, at[0], at[1], 1 + random.nextInt(3));
            case 3 -> lists.parts(name, at[0], at[1]);
            case 4 -> complete(name, at[0], at[1]);
            default ->
                new Step("AbortMultipartUpload", name, side -> {
                    side.s3()
                            .abortMultipartUpload(
                                    it -> it.bucket(at[0]).key(at[1]).uploadId(side.upload(name)));
                    end(name);
                    return Answer.ok();
                });
        };
        return step.as(late);
    }

    private void end(String name) {
        if (open.remove(name)) {
            ended.add(name);
        }
    }

    /** Parts are large enough to be any but the last, or small. */
    private byte[] part(int number, boolean large) {
        return Objects.bytes(large ? LEAST_PART : 100 + number, number);
    }

    private Step part(String name, String bucket, String key, int number) {
        boolean large = random.nextInt(3) > 0;
        return new Step(
                "UploadPart",
                name + " " + number + " " + large,
                side -> Answer.ok()
                        .with(
                                "etag",
                                side.s3()
                                        .uploadPart(
                                                it -> it.bucket(bucket)
                                                        .key(key)
                                                        .uploadId(side.upload(name))
                                                        .partNumber(number),
                                                RequestBody.fromBytes(part(number, large)))
                                        .eTag()));
    }

    /** Names one to three parts, as large ones but the last: some uploads have them. */
    private Step complete(String name, String bucket, String key) {
        int count = 1 + random.nextInt(3);
        boolean wrong = random.nextInt(5) == 0;
        List<CompletedPart> parts = IntStream.rangeClosed(1, count)
                .mapToObj(number -> CompletedPart.builder()
                        .partNumber(number)
                        .eTag(wrong ? "\"" + "0".repeat(32) + "\"" : Objects.etag(part(number, true)))
                        .build())
                .toList();
        return new Step("CompleteMultipartUpload", name + " " + count + (wrong ? " wrong" : ""), side -> {
            String etag = side.s3()
                    .completeMultipartUpload(it -> it.bucket(bucket)
                            .key(key)
                            .uploadId(side.upload(name))
                            .multipartUpload(all -> all.parts(parts)))
                    .eTag();
            end(name);
            return Answer.ok().with("etag", etag);
        });
    }
}
