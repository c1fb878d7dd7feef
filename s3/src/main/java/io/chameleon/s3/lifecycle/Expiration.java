package io.chameleon.s3.lifecycle;

import io.chameleon.client.ObjectInfo;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.lifecycle.LifecycleRule;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.core.lifecycle.ObjectTags;
import io.chameleon.s3.access.Memo;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Response;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** The header {@code x-amz-expiration}: when a rule of its bucket expires an object, and which. Days have 24 hours. */
public final class Expiration {
    private final InstantSource clock;
    private final Memo<Optional<LifecycleRules>> rules = new Memo<>(Expiration::parse);

    /** @param clock tells when what is being written was modified */
    public Expiration(InstantSource clock) {
        this.clock = clock;
    }

    /** Rules of a later version are not carried out here, and nothing is said of them. */
    private static Optional<LifecycleRules> parse(String text) {
        try {
            return Optional.of(LifecycleRules.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** For an object that has just been written. */
    public S3Response addWritten(
            S3Response answer, BucketInfo bucket, String key, long bytes, Map<String, String> userMetadata) {
        return add(answer, bucket, key, bytes, userMetadata, clock.instant());
    }

    /** Adds the header if a rule expires the object, which is its key's current version. */
    public S3Response add(S3Response answer, BucketInfo bucket, ObjectInfo object) {
        return add(answer, bucket, object.key(), object.size(), object.userMetadata(), object.modified());
    }

    private S3Response add(
            S3Response answer,
            BucketInfo bucket,
            String key,
            long bytes,
            Map<String, String> userMetadata,
            Instant modified) {
        return Optional.ofNullable(bucket.settings().get(LifecycleRules.SETTING))
                .flatMap(rules::of)
                .map(all -> all.expires(key, bytes, ObjectTags.of(userMetadata), modified, LifecycleRule.DAY))
                .map(due -> answer.header("x-amz-expiration", header(due)))
                .orElse(answer);
    }

    private static String header(LifecycleRules.Due due) {
        String id = due.rule().id().replaceAll("[^ -~]|[\"\\\\]", "?");
        return "expiry-date=\"" + HttpDates.header(due.at()) + "\", rule-id=\"" + id + "\"";
    }
}
