package io.chameleon.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleExpiration;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.LifecycleRuleFilter;
import software.amazon.awssdk.services.s3.model.Transition;
import software.amazon.awssdk.services.s3.model.TransitionStorageClass;

/** Lifecycle rules as AWS's client sets and reads them. The balancer's tests say what becomes of objects. */
class LifecycleTest {
    private static S3Fixture fixture;
    private static S3Client s3;

    @BeforeAll
    static void start() {
        fixture = new S3Fixture();
        s3 = fixture.s3;
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    private static LifecycleRule rule(String id, LifecycleRuleFilter filter) {
        return LifecycleRule.builder()
                .id(id)
                .filter(filter)
                .status(ExpirationStatus.ENABLED)
                .expiration(LifecycleExpiration.builder().days(1).build())
                .build();
    }

    private static void set(String bucket, LifecycleRule... rules) {
        s3.putBucketLifecycleConfiguration(
                it -> it.bucket(bucket).lifecycleConfiguration(configuration -> configuration.rules(rules)));
    }

    @Test
    void rules_areSetReadAndRemoved() {
        s3.createBucket(it -> it.bucket("rules"));
        assertThatThrownBy(() -> s3.getBucketLifecycleConfiguration(it -> it.bucket("rules")))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NoSuchLifecycleConfiguration"));
        LifecycleRule rule =
                rule("logs", LifecycleRuleFilter.builder().prefix("logs/").build());
        set("rules", rule);
        assertThat(s3.getBucketLifecycleConfiguration(it -> it.bucket("rules")).rules())
                .isEqualTo(List.of(rule));
        s3.deleteBucketLifecycle(it -> it.bucket("rules"));
        s3.deleteBucketLifecycle(it -> it.bucket("rules"));
        assertThatThrownBy(() -> s3.getBucketLifecycleConfiguration(it -> it.bucket("rules")))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NoSuchLifecycleConfiguration"));
    }

    @Test
    void transition_isRefused() {
        s3.createBucket(it -> it.bucket("classes"));
        LifecycleRule rule = rule("a", LifecycleRuleFilter.builder().prefix("").build()).toBuilder()
                .transitions(Transition.builder()
                        .days(1)
                        .storageClass(TransitionStorageClass.GLACIER)
                        .build())
                .build();
        assertThatThrownBy(() -> set("classes", rule))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NotImplemented"));
    }

    @Test
    void objectThatARuleExpires_saysWhen() {
        s3.createBucket(it -> it.bucket("headers"));
        set(
                "headers",
                rule(
                        "tagged",
                        LifecycleRuleFilter.builder()
                                .tag(tag -> tag.key("class").value("tmp"))
                                .build()));
        assertThat(s3.putObject(
                                it -> it.bucket("headers").key("a").tagging("class=tmp"),
                                RequestBody.fromString("bytes"))
                        .expiration())
                .matches("expiry-date=\"[A-Z][a-z]{2}, .* 00:00:00 GMT\", rule-id=\"tagged\"");
        s3.putObject(it -> it.bucket("headers").key("b"), RequestBody.fromString("bytes"));
        assertThat(s3.headObject(it -> it.bucket("headers").key("a")).expiration())
                .contains("rule-id=\"tagged\"");
        assertThat(s3.getObjectAsBytes(it -> it.bucket("headers").key("a"))
                        .response()
                        .expiration())
                .contains("rule-id=\"tagged\"");
        assertThat(s3.headObject(it -> it.bucket("headers").key("b")).expiration())
                .isNull();
    }

    @Test
    void copyAndUpload_sayWhenARuleExpiresThem() {
        s3.createBucket(it -> it.bucket("copies"));
        LifecycleRuleFilter tmp = LifecycleRuleFilter.builder().prefix("tmp/").build();
        set("copies", rule("prefix", tmp));
        String expected = "expiry-date=\"[A-Z][a-z]{2}, .* 00:00:00 GMT\", rule-id=\"prefix\"";
        s3.putObject(it -> it.bucket("copies").key("a"), RequestBody.fromString("bytes"));
        for (String key : List.of("tmp/copy", "copy")) {
            CopyObjectResponse copied = s3.copyObject(it -> it.sourceBucket("copies")
                    .sourceKey("a")
                    .destinationBucket("copies")
                    .destinationKey(key));
            assertSays(copied.expiration(), key.startsWith("tmp/") ? expected : null);
        }
        for (String key : List.of("tmp/parts", "parts")) {
            String wanted = key.startsWith("tmp/") ? expected : null;
            String id =
                    s3.createMultipartUpload(it -> it.bucket("copies").key(key)).uploadId();
            String etag = s3.uploadPart(
                            it -> it.bucket("copies").key(key).uploadId(id).partNumber(1),
                            RequestBody.fromString("bytes"))
                    .eTag();
            CompletedPart part =
                    CompletedPart.builder().partNumber(1).eTag(etag).build();
            for (int time = 0; time < 2; time++) { // the second is a repeated one
                assertSays(
                        s3.completeMultipartUpload(it -> it.bucket("copies")
                                        .key(key)
                                        .uploadId(id)
                                        .multipartUpload(upload -> upload.parts(part)))
                                .expiration(),
                        wanted);
            }
        }
    }

    private static void assertSays(@Nullable String expiration, @Nullable String pattern) {
        if (pattern == null) {
            assertThat(expiration).isNull();
        } else {
            assertThat(expiration).matches(pattern);
        }
    }
}
