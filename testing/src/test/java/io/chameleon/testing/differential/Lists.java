package io.chameleon.testing.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Requests for lists. */
final class Lists {
    private final SplittableRandom random;

    Lists(SplittableRandom random) {
        this.random = random;
    }

    private @Nullable String delimiter() {
        return random.nextBoolean() ? "/" : null;
    }

    private static List<String> shown(List<S3Object> objects) {
        return objects.stream()
                .map(object -> object.key() + " " + object.size() + " " + object.eTag())
                .toList();
    }

    /** All pages. */
    Step version1(String bucket, String prefix, String key) {
        @Nullable String delimiter = delimiter();
        @Nullable String marker = random.nextInt(3) == 0 ? key : null;
        int most = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1000;
        String text = bucket + " prefix " + prefix + " delimiter " + delimiter + " marker " + marker + " most " + most;
        return new Step("ListObjects", text, side -> {
            List<String> pages = new ArrayList<>();
            List<String> objects = new ArrayList<>();
            List<String> folded = new ArrayList<>();
            @Nullable String next = marker;
            do {
                String from = next;
                ListObjectsResponse page = side.s3()
                        .listObjects(it -> it.bucket(bucket)
                                .prefix(prefix)
                                .delimiter(delimiter)
                                .marker(from)
                                .maxKeys(most));
                List<String> found = shown(page.contents());
                pages.add(found + " " + prefixes(page.commonPrefixes()));
                objects.addAll(found);
                folded.addAll(prefixes(page.commonPrefixes()));
                // Only with a delimiter does the server name the place.
                next = !Boolean.TRUE.equals(page.isTruncated())
                        ? null
                        : delimiter != null
                                ? page.nextMarker()
                                : page.contents().getLast().key();
            } while (next != null);
            return Answer.ok().with("pages", pages).with("objects", objects).with("prefixes", folded);
        });
    }

    private static List<String> prefixes(List<CommonPrefix> all) {
        return all.stream().map(CommonPrefix::prefix).toList();
    }

    /** All pages. */
    Step version2(String bucket, String prefix, String key) {
        @Nullable String delimiter = delimiter();
        @Nullable String after = random.nextInt(3) == 0 ? key : null;
        int most = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1000;
        String text = bucket + " prefix " + prefix + " delimiter " + delimiter + " after " + after + " most " + most;
        return new Step("ListObjectsV2", text, side -> {
            List<String> pages = new ArrayList<>();
            List<String> objects = new ArrayList<>();
            List<String> folded = new ArrayList<>();
            @Nullable String token = null;
            do {
                String from = token;
                ListObjectsV2Response page = side.s3()
                        .listObjectsV2(it -> it.bucket(bucket)
                                .prefix(prefix)
                                .delimiter(delimiter)
                                .startAfter(after)
                                .maxKeys(most)
                                .continuationToken(from));
                pages.add(shown(page.contents()) + " " + prefixes(page.commonPrefixes()) + " " + page.keyCount());
                objects.addAll(shown(page.contents()));
                folded.addAll(prefixes(page.commonPrefixes()));
                token = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
            } while (token != null);
            return Answer.ok().with("pages", pages).with("objects", objects).with("prefixes", folded);
        });
    }

    Step parts(String name, String bucket, String key) {
        return new Step(
                "ListParts",
                name,
                side -> Answer.ok()
                        .with(
                                "parts",
                                side
                                        .s3()
                                        .listParts(
                                                it -> it.bucket(bucket).key(key).uploadId(side.upload(name)))
                                        .parts()
                                        .stream()
                                        .map(part -> part.partNumber() + " " + part.size() + " " + part.eTag())
                                        .toList()));
    }
}
