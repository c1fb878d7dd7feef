package io.chameleon.s3;

import static io.chameleon.s3.ObjectsTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.Grant;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.Owner;
import software.amazon.awssdk.services.s3.model.Permission;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.Type;

/** What ACLs of buckets and objects open to whom. */
class AclTest {
    private static final String EVERYBODY = "http://acs.amazonaws.com/groups/global/AllUsers";

    private static S3Fixture fixture;
    private static S3Client alice;
    private static S3Client bob;
    private static S3Client anybody;

    @BeforeAll
    static void start() {
        fixture = new S3Fixture();
        alice = fixture.s3;
        bob = fixture.client("AKBOB");
        anybody = fixture.anonymous();
    }

    @AfterAll
    static void stop() {
        anybody.close();
        bob.close();
        fixture.close();
    }

    private static void put(S3Client who, String bucket, String key, ObjectCannedACL acl) {
        who.putObject(it -> it.bucket(bucket).key(key).acl(acl), RequestBody.fromString(key));
    }

    private static String get(S3Client who, String bucket, String key) {
        return who.getObjectAsBytes(it -> it.bucket(bucket).key(key)).asUtf8String();
    }

    private static Grant grantTo(String user, Permission permission) {
        return Grant.builder()
                .grantee(to -> to.type(Type.CANONICAL_USER).id(user))
                .permission(permission)
                .build();
    }

    private static void grant(String bucket, Grant... grants) {
        alice.putBucketAcl(it -> it.bucket(bucket)
                .accessControlPolicy(policy ->
                        policy.grants(grants).owner(Owner.builder().id("alice").build())));
    }

    @Test
    void publicObject_isReadByAnybody_itsNeighbourIsNot() {
        alice.createBucket(it -> it.bucket("mixed").acl(BucketCannedACL.PUBLIC_READ));
        put(alice, "mixed", "shown", ObjectCannedACL.PUBLIC_READ);
        put(alice, "mixed", "hidden", ObjectCannedACL.PRIVATE);

        assertThat(get(anybody, "mixed", "shown")).isEqualTo("shown");
        assertRefused("AccessDenied", () -> get(anybody, "mixed", "hidden"));
        assertRefused("AccessDenied", () -> put(anybody, "mixed", "shown", ObjectCannedACL.PRIVATE));
        // One who may list the bucket learns nothing from a 404.
        assertRefused("NoSuchKey", () -> get(anybody, "mixed", "missing"));

        alice.putObjectAcl(it -> it.bucket("mixed").key("shown").acl(ObjectCannedACL.PRIVATE));
        assertRefused("AccessDenied", () -> get(anybody, "mixed", "shown"));
        assertThat(get(alice, "mixed", "shown")).isEqualTo("shown");
    }

    @Test
    void changedAcl_keepsBytesTagAndMetadata() {
        alice.createBucket(it -> it.bucket("changed"));
        String tag = alice.putObject(
                        it -> it.bucket("changed").key("key").metadata(Map.of("colour", "green")),
                        RequestBody.fromString("leaf"))
                .eTag();
        alice.putObjectAcl(it -> it.bucket("changed").key("key").acl(ObjectCannedACL.AUTHENTICATED_READ));

        var read = bob.getObject(it -> it.bucket("changed").key("key"));
        assertThat(read.response().eTag()).isEqualTo(tag);
        assertThat(read.response().metadata()).containsEntry("colour", "green").hasSize(1);
        assertRefused("AccessDenied", () -> get(anybody, "changed", "key"));
    }

    @Test
    void copy_hasAnAclOfItsOwn() {
        alice.createBucket(it -> it.bucket("copied"));
        put(alice, "copied", "public", ObjectCannedACL.PUBLIC_READ);
        alice.copyObject(it -> it.sourceBucket("copied")
                .sourceKey("public")
                .destinationBucket("copied")
                .destinationKey("private"));
        alice.copyObject(it -> it.sourceBucket("copied")
                .sourceKey("private")
                .destinationBucket("copied")
                .destinationKey("public-again")
                .acl(ObjectCannedACL.PUBLIC_READ));

        assertRefused("AccessDenied", () -> get(anybody, "copied", "private"));
        assertThat(get(anybody, "copied", "public-again")).isEqualTo("public");
    }

    @ParameterizedTest
    @EnumSource(
            value = Permission.class,
            names = {"READ", "WRITE", "READ_ACP", "WRITE_ACP", "FULL_CONTROL"})
    void bucketGrant_allowsThat_andNothingElse(Permission granted) {
        String bucket = "granted-" + granted.toString().toLowerCase(Locale.ROOT).replace('_', '-');
        alice.createBucket(it -> it.bucket(bucket));
        grant(bucket, grantTo("bob", granted), grantTo("alice", Permission.FULL_CONTROL));

        assertThat(alice.getBucketAcl(it -> it.bucket(bucket)).grants())
                .extracting(grant -> grant.grantee().id(), Grant::permission)
                .containsExactly(tuple("bob", granted), tuple("alice", Permission.FULL_CONTROL));
        allowedIf(granted, Permission.READ, () -> bob.listObjectsV2(it -> it.bucket(bucket)));
        allowedIf(granted, Permission.WRITE, () -> put(bob, bucket, "key", ObjectCannedACL.PRIVATE));
        allowedIf(granted, Permission.READ_ACP, () -> bob.getBucketAcl(it -> it.bucket(bucket)));
        assertRefused("AccessDenied", () -> bob.deleteBucket(it -> it.bucket(bucket)));
        allowedIf(
                granted,
                Permission.WRITE_ACP,
                () -> bob.putBucketAcl(it -> it.bucket(bucket).acl(BucketCannedACL.PRIVATE)));
    }

    private static void allowedIf(Permission granted, Permission needed, ThrowingCallable request) {
        if (granted == needed || granted == Permission.FULL_CONTROL) {
            try {
                request.call();
            } catch (Throwable e) {
                throw new AssertionError(needed + " by a grant of " + granted, e);
            }
        } else {
            assertRefused("AccessDenied", request);
        }
    }

    @Test
    void writer_ownsTheObject_bucketOwnerStillReadsAndDeletesIt() {
        alice.createBucket(it -> it.bucket("shared").acl(BucketCannedACL.PUBLIC_READ_WRITE));
        put(bob, "shared", "bobs", ObjectCannedACL.BUCKET_OWNER_READ);

        var acl = bob.getObjectAcl(it -> it.bucket("shared").key("bobs"));
        assertThat(acl.owner().id()).isEqualTo("bob");
        assertThat(acl.grants()).extracting(grant -> grant.grantee().id()).containsExactly("bob", "alice");
        assertThat(alice.listObjectsV2(it -> it.bucket("shared").fetchOwner(true))
                        .contents())
                .extracting(S3Object::owner)
                .extracting(Owner::id)
                .containsExactly("bob");
        assertThat(get(bob, "shared", "bobs")).isEqualTo("bobs");
        assertThat(get(alice, "shared", "bobs")).isEqualTo("bobs");
        assertRefused("AccessDenied", () -> get(anybody, "shared", "bobs"));
        alice.deleteObject(it -> it.bucket("shared").key("bobs"));
    }

    @Test
    void headersGrant_whatTheyName() {
        alice.createBucket(it -> it.bucket("headers").grantWrite("id=\"bob\"").grantRead("uri=\"" + EVERYBODY + "\""));
        put(bob, "headers", "key", ObjectCannedACL.PRIVATE);
        assertThat(anybody.listObjectsV2(it -> it.bucket("headers")).contents()).hasSize(1);
        alice.putObject(
                it -> it.bucket("headers").key("key").grantRead("id=bob").grantFullControl("id=alice"),
                RequestBody.fromString("for bob"));
        assertThat(get(bob, "headers", "key")).isEqualTo("for bob");
        assertRefused("AccessDenied", () -> get(anybody, "headers", "key"));
        assertRefused(
                "UnresolvableGrantByEmailAddress",
                () -> alice.putBucketAcl(it -> it.bucket("headers").grantRead("emailAddress=bob@example.com")));
        assertRefused(
                "InvalidArgument",
                () -> alice.putBucketAcl(it -> it.bucket("headers").grantRead("id=stranger")));
        assertRefused("InvalidArgument", () -> grant("headers", grantTo("stranger", Permission.READ)));
    }

    @Test
    void emptyCannedAcl_isNone() {
        alice.createBucket(it -> it.bucket("empty-acl").acl(""));
        alice.putObject(it -> it.bucket("empty-acl").key("key").acl(""), RequestBody.fromString("hers"));
        assertThat(get(alice, "empty-acl", "key")).isEqualTo("hers");
        assertRefused("AccessDenied", () -> get(anybody, "empty-acl", "key"));
    }

    @Test
    void unknownCannedAcl_isRefused_withThoseThatAreKnown() {
        alice.createBucket(it -> it.bucket("unknown-acl"));
        assertThatThrownBy(() -> alice.putObject(
                        it -> it.bucket("unknown-acl").key("key").acl("for-friends"), RequestBody.fromString("hers")))
                .hasMessageContaining("one of private, public-read");
    }

    @Test
    void publicAccessBlock_keepsABucketClosed() {
        alice.createBucket(it -> it.bucket("blocked").acl(BucketCannedACL.PUBLIC_READ));
        put(alice, "blocked", "key", ObjectCannedACL.PUBLIC_READ);
        assertThat(alice.getBucketPolicyStatus(it -> it.bucket("blocked"))
                        .policyStatus()
                        .isPublic())
                .isTrue();
        assertRefused(
                "NoSuchPublicAccessBlockConfiguration", () -> alice.getPublicAccessBlock(it -> it.bucket("blocked")));

        alice.putPublicAccessBlock(it -> it.bucket("blocked")
                .publicAccessBlockConfiguration(block ->
                        block.blockPublicAcls(true).ignorePublicAcls(true).blockPublicPolicy(true)));

        var block = alice.getPublicAccessBlock(it -> it.bucket("blocked")).publicAccessBlockConfiguration();
        assertThat(List.of(
                        block.blockPublicAcls(),
                        block.ignorePublicAcls(),
                        block.blockPublicPolicy(),
                        block.restrictPublicBuckets()))
                .containsExactly(true, true, true, false);
        assertRefused("AccessDenied", () -> get(anybody, "blocked", "key"));
        assertRefused("AccessDenied", () -> bob.listObjectsV2(it -> it.bucket("blocked")));
        assertRefused("AccessDenied", () -> put(alice, "blocked", "more", ObjectCannedACL.PUBLIC_READ));
        assertRefused(
                "AccessDenied",
                () -> alice.putBucketAcl(it -> it.bucket("blocked").acl(BucketCannedACL.AUTHENTICATED_READ)));
        assertRefused(
                "AccessDenied",
                () -> alice.putBucketPolicy(it -> it.bucket("blocked").policy(allows("blocked"))));

        alice.deletePublicAccessBlock(it -> it.bucket("blocked"));
        assertThat(get(anybody, "blocked", "key")).isEqualTo("key");
    }

    @Test
    void restrictedBucket_isItsOwnersAlone_whateverItsPublicPolicyAllows() {
        alice.createBucket(it -> it.bucket("restricted"));
        put(alice, "restricted", "key", ObjectCannedACL.PRIVATE);
        alice.putBucketPolicy(it -> it.bucket("restricted").policy(allows("restricted")));
        assertThat(get(anybody, "restricted", "key")).isEqualTo("key");
        alice.putPublicAccessBlock(it ->
                it.bucket("restricted").publicAccessBlockConfiguration(block -> block.restrictPublicBuckets(true)));
        assertRefused("AccessDenied", () -> get(anybody, "restricted", "key"));
        assertThat(get(alice, "restricted", "key")).isEqualTo("key");
    }

    private static String allows(String bucket) {
        return """
                {"Version": "2012-10-17", "Statement": [
                  {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::%s/*"}]}
                """.formatted(bucket);
    }

    @Test
    void expectedOwner_isHeldToIt() {
        alice.createBucket(it -> it.bucket("expected"));
        alice.headBucket(it -> it.bucket("expected").expectedBucketOwner("alice"));
        assertRefused(
                "AccessDenied",
                () -> alice.putObject(
                        it -> it.bucket("expected").key("key").expectedBucketOwner("bob"), RequestBody.empty()));
        put(alice, "expected", "key", ObjectCannedACL.PRIVATE);
        assertRefused(
                "AccessDenied",
                () -> alice.copyObject(it -> it.sourceBucket("expected")
                        .sourceKey("key")
                        .expectedSourceBucketOwner("bob")
                        .destinationBucket("expected")
                        .destinationKey("copy")));
    }
}
