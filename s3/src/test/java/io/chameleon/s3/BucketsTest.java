package io.chameleon.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.Tag;
import software.amazon.awssdk.services.s3.model.Tagging;

/** Buckets and their listings, of two users. */
class BucketsTest {
    private static S3Fixture fixture;
    private static S3Client alice;
    private static S3Client bob;

    @BeforeAll
    static void start() {
        fixture = new S3Fixture();
        alice = fixture.s3;
        bob = fixture.client("AKBOB");
    }

    @AfterAll
    static void stop() {
        bob.close();
        fixture.close();
    }

    private static void put(String bucket, String key) {
        alice.putObject(it -> it.bucket(bucket).key(key), RequestBody.fromString(key));
    }

    @Test
    void buckets_areListedToTheirOwner() {
        alice.createBucket(it -> it.bucket("alices-1"));
        bob.createBucket(it -> it.bucket("bobs-1"));

        assertThat(alice.listBuckets().buckets())
                .extracting(Bucket::name)
                .contains("alices-1")
                .doesNotContain("bobs-1");
        assertThat(bob.listBuckets().buckets()).extracting(Bucket::name).containsExactly("bobs-1");
        assertThat(bob.listBuckets().owner().id()).isEqualTo("bob");
        assertThatThrownBy(() -> bob.createBucket(it -> it.bucket("alices-1")))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("BucketAlreadyExists"));
        // Made once more, as in Amazon's first region, but not into something else.
        alice.createBucket(it -> it.bucket("alices-1"));
        assertThatThrownBy(() -> alice.createBucket(it -> it.bucket("alices-1").acl(BucketCannedACL.PUBLIC_READ)))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("BucketAlreadyExists"));
    }

    @Test
    void bucket_isDeletedWhenItIsEmpty() {
        alice.createBucket(it -> it.bucket("short-lived"));
        put("short-lived", "key");
        assertThatThrownBy(() -> alice.deleteBucket(it -> it.bucket("short-lived")))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("BucketNotEmpty"));
        alice.deleteObject(it -> it.bucket("short-lived").key("key"));
        alice.deleteBucket(it -> it.bucket("short-lived"));
        assertThatThrownBy(() -> alice.headBucket(it -> it.bucket("short-lived")))
                .isInstanceOf(NoSuchBucketException.class);
        assertThatThrownBy(() -> put("short-lived", "key")).isInstanceOf(NoSuchBucketException.class);
    }

    @Test
    void strangers_areDenied_unlessTheBucketIsPublic() {
        alice.createBucket(it -> it.bucket("closed"));
        put("closed", "key");
        alice.createBucket(it -> it.bucket("opened").acl(BucketCannedACL.PUBLIC_READ));
        alice.putObject(
                it -> it.bucket("opened").key("key").acl(ObjectCannedACL.PUBLIC_READ), RequestBody.fromString("key"));
        try (S3Client anybody = fixture.anonymous()) {
            assertThat(anybody.getObjectAsBytes(it -> it.bucket("opened").key("key"))
                            .asUtf8String())
                    .isEqualTo("key");
            for (S3Client stranger : new S3Client[] {bob, anybody}) {
                assertThatThrownBy(() -> stranger.getObjectAsBytes(
                                it -> it.bucket("closed").key("key")))
                        .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("AccessDenied"));
                assertThatThrownBy(() ->
                                stranger.putObject(it -> it.bucket("opened").key("x"), RequestBody.fromString("x")))
                        .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("AccessDenied"));
            }
        }
    }

    @Test
    void pages_ofBuckets_endWithTheLast() {
        try (S3Fixture own = new S3Fixture()) {
            own.s3.createBucket(it -> it.bucket("one"));
            assertThat(own.s3.listBuckets(it -> it.maxBuckets(1)).continuationToken())
                    .isNull();
            own.s3.createBucket(it -> it.bucket("two"));
            String token = own.s3.listBuckets(it -> it.maxBuckets(1)).continuationToken();
            var last = own.s3.listBuckets(it -> it.maxBuckets(1).continuationToken(token));
            assertThat(last.buckets()).extracting(Bucket::name).containsExactly("two");
            assertThat(last.continuationToken()).isNull();
        }
    }

    @Test
    void location_isTheOneGiven() {
        alice.createBucket(it -> it.bucket("somewhere")
                .createBucketConfiguration(configuration -> configuration.locationConstraint("eu-west-1")));
        assertThat(alice.getBucketLocation(it -> it.bucket("somewhere")).locationConstraintAsString())
                .isEqualTo("eu-west-1");
    }

    @Test
    void bucketTags_areSetReadAndRemoved() {
        alice.createBucket(it -> it.bucket("tagged"));
        Tag tag = Tag.builder().key("team").value("storage").build();
        alice.putBucketTagging(
                it -> it.bucket("tagged").tagging(Tagging.builder().tagSet(tag).build()));
        assertThat(alice.getBucketTagging(it -> it.bucket("tagged")).tagSet()).containsExactly(tag);
        alice.putBucketTagging(it ->
                it.bucket("tagged").tagging(Tagging.builder().tagSet(List.of()).build()));
        assertThatThrownBy(() -> alice.getBucketTagging(it -> it.bucket("tagged")))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NoSuchTagSet"));
        alice.deleteBucketTagging(it -> it.bucket("tagged"));
    }

    @Test
    void bucketTags_areThoseOfCreation() {
        Tag tag = Tag.builder().key("team").value("storage").build();
        alice.createBucket(it -> it.bucket("made-tagged").createBucketConfiguration(made -> made.tags(tag)));
        assertThat(alice.getBucketTagging(it -> it.bucket("made-tagged")).tagSet())
                .containsExactly(tag);
        Tag invalid = Tag.builder().key("aws:team").value("storage").build();
        assertThatThrownBy(() -> alice.createBucket(
                        it -> it.bucket("made-invalid").createBucketConfiguration(made -> made.tags(invalid))))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("InvalidTag"));
        assertThat(alice.listBuckets().buckets()).extracting(Bucket::name).doesNotContain("made-invalid");
    }

    /** Terraform and others clear what they are told not to configure. */
    @Test
    void settingsThatNoBucketHas_areDeletedWithoutAWord_andListedAsNone() {
        alice.createBucket(it -> it.bucket("cleared"));
        alice.deleteBucketEncryption(it -> it.bucket("cleared"));
        alice.deleteBucketReplication(it -> it.bucket("cleared"));
        alice.deleteBucketWebsite(it -> it.bucket("cleared"));
        assertThat(alice.listBucketMetricsConfigurations(it -> it.bucket("cleared"))
                        .metricsConfigurationList())
                .isEmpty();
        assertThat(alice.listBucketInventoryConfigurations(it -> it.bucket("cleared"))
                        .isTruncated())
                .isFalse();
        for (ThrowingCallable request : List.<ThrowingCallable>of(
                () -> alice.getBucketMetricsConfiguration(
                        it -> it.bucket("cleared").id("all")),
                () -> alice.deleteBucketAnalyticsConfiguration(
                        it -> it.bucket("cleared").id("all")))) {
            assertThatThrownBy(request)
                    .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NoSuchConfiguration"));
        }
    }

    @Test
    void unsupportedOperations_saySo() {
        alice.createBucket(it -> it.bucket("plain"));
        assertThatThrownBy(() -> alice.putBucketAccelerateConfiguration(it ->
                        it.bucket("plain").accelerateConfiguration(configuration -> configuration.status("Enabled"))))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NotImplemented"));
        assertThatThrownBy(() -> alice.getBucketWebsite(it -> it.bucket("plain")))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NoSuchWebsiteConfiguration"));
        assertThat(alice.getBucketVersioning(it -> it.bucket("plain")).status()).isNull();
        assertThat(alice.getBucketAcl(it -> it.bucket("plain")).owner().id()).isEqualTo("alice");
    }

    @Test
    void listing_foldsPagesAndStarts() {
        alice.createBucket(it -> it.bucket("listed"));
        for (String key : new String[] {"a", "b/1", "b/2", "c/1", "d", "e&<f>"}) {
            put("listed", key);
        }
        ListObjectsV2Response folded =
                alice.listObjectsV2(it -> it.bucket("listed").delimiter("/"));
        assertThat(folded.contents()).extracting(S3Object::key).containsExactly("a", "d", "e&<f>");
        assertThat(folded.commonPrefixes()).extracting(CommonPrefix::prefix).containsExactly("b/", "c/");
        assertThat(folded.keyCount()).isEqualTo(5);

        ListObjectsV2Response first =
                alice.listObjectsV2(it -> it.bucket("listed").delimiter("/").maxKeys(2));
        assertThat(first.isTruncated()).isTrue();
        ListObjectsV2Response second = alice.listObjectsV2(
                it -> it.bucket("listed").delimiter("/").maxKeys(2).continuationToken(first.nextContinuationToken()));
        assertThat(second.commonPrefixes()).extracting(CommonPrefix::prefix).containsExactly("c/");
        assertThat(second.contents()).extracting(S3Object::key).containsExactly("d");

        assertThat(alice.listObjectsV2(
                                it -> it.bucket("listed").startAfter("b/1").fetchOwner(true))
                        .contents())
                .allSatisfy(object -> assertThat(object.owner().id()).isEqualTo("alice"))
                .extracting(S3Object::key)
                .containsExactly("b/2", "c/1", "d", "e&<f>");
        var old = alice.listObjects(it -> it.bucket("listed").delimiter("/").maxKeys(2));
        assertThat(old.nextMarker()).isEqualTo("b/");
        assertThat(alice.listObjects(it -> it.bucket("listed").marker("d")).contents())
                .extracting(object -> object.key())
                .containsExactly("e&<f>");
        assertThat(alice.listObjectsV2(it -> it.bucket("listed").maxKeys(2000)).maxKeys())
                .as("a page has at most 1000 keys, and says so")
                .isEqualTo(1000);
        assertThat(alice.listObjectsV2(it -> it.bucket("listed").maxKeys(0)).contents())
                .isEmpty();
    }

    @Test
    void policy_opensAPartOfABucket_andClosesAnother() {
        alice.createBucket(it -> it.bucket("ruled"));
        put("ruled", "public/a");
        put("ruled", "secret/a");
        String policy = """
            {"Version": "2012-10-17", "Statement": [
              {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject",
               "Resource": "arn:aws:s3:::ruled/public/*"},
              {"Effect": "Deny", "Principal": "*", "Action": "s3:DeleteObject",
               "Resource": "arn:aws:s3:::ruled/secret/*"}]}
            """;
        alice.putBucketPolicy(it -> it.bucket("ruled").policy(policy));

        assertThat(alice.getBucketPolicy(it -> it.bucket("ruled")).policy()).isEqualTo(policy);
        assertThat(alice.getBucketPolicyStatus(it -> it.bucket("ruled"))
                        .policyStatus()
                        .isPublic())
                .isTrue();
        try (S3Client anybody = fixture.anonymous()) {
            assertThat(anybody.getObjectAsBytes(it -> it.bucket("ruled").key("public/a"))
                            .asUtf8String())
                    .isEqualTo("public/a");
            assertThatThrownBy(() ->
                            anybody.getObjectAsBytes(it -> it.bucket("ruled").key("secret/a")))
                    .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("AccessDenied"));
        }
        var deleted = alice.deleteObjects(it -> it.bucket("ruled")
                .delete(keys -> keys.objects(key -> key.key("public/a"), key -> key.key("secret/a"))));
        assertThat(deleted.deleted()).extracting(each -> each.key()).containsExactly("public/a");
        assertThat(deleted.errors()).extracting(each -> each.code()).containsExactly("AccessDenied");
        alice.deleteBucketPolicy(it -> it.bucket("ruled"));
        assertThatThrownBy(() -> alice.getBucketPolicy(it -> it.bucket("ruled")))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("NoSuchBucketPolicy"));
    }

    @Test
    void bucketWithAnOpenUploadAlone_isDeleted_andTheUploadWithIt() {
        alice.createBucket(it -> it.bucket("begun"));
        String id = alice.createMultipartUpload(it -> it.bucket("begun").key("large"))
                .uploadId();
        alice.uploadPart(
                it -> it.bucket("begun").key("large").uploadId(id).partNumber(1), RequestBody.fromString("a part"));
        alice.deleteBucket(it -> it.bucket("begun"));
        alice.createBucket(it -> it.bucket("begun"));
        assertThat(alice.listMultipartUploads(it -> it.bucket("begun")).uploads())
                .isEmpty();
    }

    @Test
    void bucketWithAnObject_isNotDeleted_andKeepsItsUploads() {
        alice.createBucket(it -> it.bucket("used"));
        put("used", "object");
        alice.createMultipartUpload(it -> it.bucket("used").key("large"));
        assertThatThrownBy(() -> alice.deleteBucket(it -> it.bucket("used")))
                .satisfies(e -> assertThat(ObjectsTest.code(e)).isEqualTo("BucketNotEmpty"));
        assertThat(alice.listMultipartUploads(it -> it.bucket("used")).uploads())
                .hasSize(1);
    }

    @Test
    void versions_ofABucketWithoutVersioning_areOneEach_inPages() {
        alice.createBucket(it -> it.bucket("unversioned"));
        for (String key : new String[] {"a", "b", "c"}) {
            put("unversioned", key);
        }
        ListObjectVersionsResponse first =
                alice.listObjectVersions(it -> it.bucket("unversioned").maxKeys(2));
        ListObjectVersionsResponse rest = alice.listObjectVersions(it ->
                it.bucket("unversioned").keyMarker(first.nextKeyMarker()).versionIdMarker(first.nextVersionIdMarker()));
        assertThat(first.versions()).extracting(ObjectVersion::key).containsExactly("a", "b");
        assertThat(rest.versions()).extracting(ObjectVersion::key).containsExactly("c");
        assertThat(rest.versions()).allSatisfy(version -> {
            assertThat(version.versionId()).isEqualTo("null");
            assertThat(version.isLatest()).isTrue();
        });
    }
}
