package io.chameleon.s3;

import static io.chameleon.s3.ObjectsTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectOwnership;

/** Who owns what others write into a bucket, and whether ACLs count there. */
class OwnershipTest {
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

    private static void set(String bucket, ObjectOwnership ownership) {
        alice.putBucketOwnershipControls(
                it -> it.bucket(bucket).ownershipControls(all -> all.rules(rule -> rule.objectOwnership(ownership))));
    }

    private static ObjectOwnership ownership(String bucket) {
        return alice.getBucketOwnershipControls(it -> it.bucket(bucket))
                .ownershipControls()
                .rules()
                .get(0)
                .objectOwnership();
    }

    private static void put(S3Client who, String bucket, String key, ObjectCannedACL acl) {
        who.putObject(it -> it.bucket(bucket).key(key).acl(acl), RequestBody.fromString(key));
    }

    private static String owner(String bucket, String key) {
        return alice.getObjectAcl(it -> it.bucket(bucket).key(key)).owner().id();
    }

    private static void openToEverybody(String bucket) {
        alice.putBucketPolicy(it -> it.bucket(bucket).policy("""
                {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": "*",
                  "Action": "*", "Resource": ["arn:aws:s3:::%1$s", "arn:aws:s3:::%1$s/*"]}]}
                """.formatted(bucket)));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN_TO_SDK_VERSION")
    void ownership_isThatOfCreation_isChanged_andTakenAway(ObjectOwnership ownership) {
        String bucket = "set-" + ownership.ordinal();
        alice.createBucket(it -> it.bucket(bucket).objectOwnership(ownership));
        assertThat(ownership(bucket)).isEqualTo(ownership);
        alice.createBucket(it -> it.bucket(bucket).objectOwnership(ownership));
        assertRefused(
                "BucketAlreadyExists",
                () -> alice.createBucket(it -> it.bucket(bucket)
                        .objectOwnership(
                                ownership == ObjectOwnership.OBJECT_WRITER
                                        ? ObjectOwnership.BUCKET_OWNER_ENFORCED
                                        : ObjectOwnership.OBJECT_WRITER)));
        set(bucket, ObjectOwnership.OBJECT_WRITER);
        assertThat(ownership(bucket)).isEqualTo(ObjectOwnership.OBJECT_WRITER);
        for (int i = 0; i < 2; i++) {
            alice.deleteBucketOwnershipControls(it -> it.bucket(bucket));
            assertRefused("OwnershipControlsNotFoundError", () -> ownership(bucket));
        }
    }

    @Test
    void unknownOwnership_isRefused_alsoSeveral() {
        assertRefused(
                "InvalidArgument",
                () -> alice.createBucket(it -> it.bucket("unknown").objectOwnership("Mine")));
        alice.createBucket(it -> it.bucket("unknown"));
        assertRefused(
                "MalformedXML",
                () -> alice.putBucketOwnershipControls(it -> it.bucket("unknown")
                        .ownershipControls(all -> all.rules(rule -> rule.objectOwnership("Mine")))));
        assertRefused(
                "MalformedXML",
                () -> alice.putBucketOwnershipControls(it -> it.bucket("unknown")
                        .ownershipControls(all -> all.rules(
                                rule -> rule.objectOwnership(ObjectOwnership.OBJECT_WRITER),
                                rule -> rule.objectOwnership(ObjectOwnership.OBJECT_WRITER)))));
        assertRefused("AccessDenied", () -> bob.getBucketOwnershipControls(it -> it.bucket("unknown")));
    }

    @Test
    void writersOwnTheirObjects_unlessTheyHandThemOver_whereThatIsPreferred() {
        alice.createBucket(it -> it.bucket("preferred").objectOwnership(ObjectOwnership.BUCKET_OWNER_PREFERRED));
        alice.createBucket(it -> it.bucket("writers"));
        openToEverybody("preferred");
        openToEverybody("writers");
        for (String bucket : new String[] {"preferred", "writers"}) {
            put(bob, bucket, "given", ObjectCannedACL.BUCKET_OWNER_FULL_CONTROL);
            put(bob, bucket, "kept", ObjectCannedACL.PRIVATE);
            assertThat(owner(bucket, "kept")).isEqualTo("bob");
        }
        assertThat(owner("writers", "given")).isEqualTo("bob");
        assertThat(owner("preferred", "given")).isEqualTo("alice");
    }

    @Test
    void whereTheBucketsOwnerIsEnforced_noAclCounts_andNewOnesAreRefused() {
        alice.createBucket(it -> it.bucket("enforced"));
        openToEverybody("enforced");
        put(bob, "enforced", "before", ObjectCannedACL.PUBLIC_READ);
        alice.deleteBucketPolicy(it -> it.bucket("enforced"));
        assertThat(anybody.getObjectAsBytes(it -> it.bucket("enforced").key("before"))
                        .asUtf8String())
                .isEqualTo("before");

        set("enforced", ObjectOwnership.BUCKET_OWNER_ENFORCED);
        assertRefused(
                "AccessDenied",
                () -> anybody.getObjectAsBytes(it -> it.bucket("enforced").key("before")));
        assertRefused(
                "AccessDenied",
                () -> bob.getObjectAsBytes(it -> it.bucket("enforced").key("before")));
        assertThat(owner("enforced", "before")).isEqualTo("alice");

        openToEverybody("enforced");
        put(bob, "enforced", "given", ObjectCannedACL.BUCKET_OWNER_FULL_CONTROL);
        bob.putObject(it -> it.bucket("enforced").key("plain"), RequestBody.fromString("plain"));
        assertThat(owner("enforced", "given")).isEqualTo("alice");
        assertThat(owner("enforced", "plain")).isEqualTo("alice");
        String upload = bob.createMultipartUpload(
                        it -> it.bucket("enforced").key("parts").acl(ObjectCannedACL.BUCKET_OWNER_FULL_CONTROL))
                .uploadId();
        assertThat(bob.listParts(it -> it.bucket("enforced").key("parts").uploadId(upload))
                        .owner()
                        .id())
                .isEqualTo("alice");

        String refused = "AccessControlListNotSupported";
        assertRefused(refused, () -> put(bob, "enforced", "private", ObjectCannedACL.PRIVATE));
        assertRefused(
                refused,
                () -> alice.putObject(
                        it -> it.bucket("enforced").key("granted").grantRead("id=bob"), RequestBody.fromString("")));
        assertRefused(
                refused,
                () -> alice.copyObject(it -> it.sourceBucket("enforced")
                        .sourceKey("plain")
                        .destinationBucket("enforced")
                        .destinationKey("copy")
                        .acl(ObjectCannedACL.PUBLIC_READ)));
        assertRefused(
                refused, () -> alice.putBucketAcl(it -> it.bucket("enforced").acl(BucketCannedACL.PRIVATE)));
        assertRefused(
                refused,
                () -> alice.putObjectAcl(it -> it.bucket("enforced")
                        .key("plain")
                        .accessControlPolicy(list -> list.owner(who -> who.id("alice")))));

        alice.deleteBucketPolicy(it -> it.bucket("enforced"));
        alice.deleteBucketOwnershipControls(it -> it.bucket("enforced"));
        assertThat(anybody.getObjectAsBytes(it -> it.bucket("enforced").key("before"))
                        .asUtf8String())
                .as("its ACL counts again")
                .isEqualTo("before");
    }

    @Test
    void bucketWhoseAclGrantsSomething_isNotEnforced() {
        assertRefused(
                "InvalidBucketAclWithObjectOwnership",
                () -> alice.createBucket(it -> it.bucket("granting")
                        .acl(BucketCannedACL.PUBLIC_READ)
                        .objectOwnership(ObjectOwnership.BUCKET_OWNER_ENFORCED)));
        alice.createBucket(it -> it.bucket("granting").acl(BucketCannedACL.PUBLIC_READ));
        assertRefused(
                "InvalidBucketAclWithObjectOwnership", () -> set("granting", ObjectOwnership.BUCKET_OWNER_ENFORCED));
        alice.putBucketAcl(it -> it.bucket("granting").acl(BucketCannedACL.PRIVATE));
        set("granting", ObjectOwnership.BUCKET_OWNER_ENFORCED);
        assertThat(ownership("granting")).isEqualTo(ObjectOwnership.BUCKET_OWNER_ENFORCED);
    }
}
