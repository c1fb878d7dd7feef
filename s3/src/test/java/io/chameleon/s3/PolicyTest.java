package io.chameleon.s3;

import static io.chameleon.s3.ObjectsTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.access.Access;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.Tag;

/** What policies with conditions open and close, through a client; and who may use a bucket of nobody. */
class PolicyTest {
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

    private static void bucket(String bucket, String... statements) {
        alice.createBucket(it -> it.bucket(bucket));
        alice.putBucketPolicy(it -> it.bucket(bucket).policy("{\"Statement\":[" + String.join(",", statements) + "]}"));
    }

    private static String statement(String effect, String action, String resource, String condition) {
        return """
                {"Effect": "%s", "Principal": "*", "Action": "s3:%s", "Resource": "arn:aws:s3:::%s",
                 "Condition": {%s}}""".formatted(effect, action, resource, condition.replace('\'', '"'));
    }

    private static void put(S3Client who, String bucket, String key) {
        who.putObject(it -> it.bucket(bucket).key(key), RequestBody.fromString(key));
    }

    private static String get(S3Client who, String bucket, String key) {
        return who.getObjectAsBytes(it -> it.bucket(bucket).key(key)).asUtf8String();
    }

    private static void tag(S3Client who, String bucket, String key, String name, String value) {
        who.putObjectTagging(it -> it.bucket(bucket)
                .key(key)
                .tagging(tagging ->
                        tagging.tagSet(Tag.builder().key(name).value(value).build())));
    }

    @Test
    void addressOfTheClient_opensABucket_otherAddressesDoNot() {
        bucket("near", statement("Allow", "GetObject", "near/*", "'IpAddress': {'aws:SourceIp': '127.0.0.0/8'}"));
        bucket("far", statement("Allow", "GetObject", "far/*", "'IpAddress': {'aws:SourceIp': '192.0.2.0/24'}"));
        put(alice, "near", "key");
        put(alice, "far", "key");
        assertThat(get(anybody, "near", "key")).isEqualTo("key");
        assertRefused("AccessDenied", () -> get(anybody, "far", "key"));
        assertThat(alice.getBucketPolicyStatus(it -> it.bucket("far"))
                        .policyStatus()
                        .isPublic())
                .isFalse();
    }

    @Test
    void denialWithoutTls_holdsForTheOwnerToo() {
        bucket("secure", statement("Deny", "GetObject", "secure/*", "'Bool': {'aws:SecureTransport': 'false'}"));
        put(alice, "secure", "key");
        assertRefused("AccessDenied", () -> get(alice, "secure", "key"));
    }

    @Test
    void tagsThatAnObjectHas_decideWhoReadsIt() {
        bucket(
                "tagged",
                statement(
                        "Allow", "GetObject", "tagged/*", "'StringEquals': {'s3:ExistingObjectTag/level': 'public'}"));
        put(alice, "tagged", "shown");
        put(alice, "tagged", "hidden");
        tag(alice, "tagged", "shown", "level", "public");
        tag(alice, "tagged", "hidden", "level", "secret");
        assertThat(get(anybody, "tagged", "shown")).isEqualTo("shown");
        assertRefused("AccessDenied", () -> get(anybody, "tagged", "hidden"));
        assertRefused("AccessDenied", () -> get(anybody, "tagged", "missing"));
    }

    @Test
    void tagsThatAreAskedFor_areJudged_inHeadersAndInDocuments() {
        String allowed = "'StringEquals': {'s3:RequestObjectTag/level': 'public'},"
                + "'ForAllValues:StringEquals': {'s3:RequestObjectTagKeys': ['level']}";
        bucket(
                "tagging",
                statement("Allow", "PutObject", "tagging/*", allowed),
                statement("Allow", "PutObjectTagging", "tagging/*", allowed));
        bob.putObject(
                it -> it.bucket("tagging").key("key").tagging("level=public"), RequestBody.fromString("from bob"));
        assertRefused("AccessDenied", () -> put(bob, "tagging", "key"));
        assertRefused(
                "AccessDenied",
                () -> bob.putObject(
                        it -> it.bucket("tagging").key("key").tagging("level=public&more=1"),
                        RequestBody.fromString("x")));
        put(alice, "tagging", "alices");
        tag(bob, "tagging", "alices", "level", "public");
        assertRefused("AccessDenied", () -> tag(bob, "tagging", "alices", "level", "secret"));
        assertRefused("AccessDenied", () -> tag(anybody, "tagging", "alices", "other", "public"));
        assertThat(alice.getObjectTagging(it -> it.bucket("tagging").key("alices"))
                        .tagSet())
                .containsExactly(Tag.builder().key("level").value("public").build());
    }

    @Test
    void versions_needActionsOfTheirOwn() {
        bucket(
                "history",
                statement("Allow", "GetObject", "history/*", "'Bool': {'aws:SecureTransport': 'false'}"),
                statement("Allow", "DeleteObject", "history/*", "'Bool': {'aws:SecureTransport': 'false'}"),
                statement("Allow", "GetObjectVersion", "history/open/*", "'Bool': {'aws:SecureTransport': 'false'}"),
                statement(
                        "Allow", "DeleteObjectVersion", "history/open/*", "'Bool': {'aws:SecureTransport': 'false'}"));
        alice.putBucketVersioning(
                it -> it.bucket("history").versioningConfiguration(set -> set.status(BucketVersioningStatus.ENABLED)));
        for (String key : List.of("open/key", "key")) {
            String first = versioned("history", key);
            versioned("history", key);
            assertThat(get(bob, "history", key)).as("the current one").isEqualTo(key);
            if (key.equals("key")) {
                assertRefused("AccessDenied", () -> getVersion(bob, "history", key, first));
                assertRefused("AccessDenied", () -> copyVersion(bob, "history", key, first));
                assertRefused("AccessDenied", () -> deleteVersion(bob, "history", key, first));
                assertThat(getVersion(alice, "history", key, first)).isEqualTo(key);
            } else {
                assertThat(getVersion(bob, "history", key, first)).isEqualTo(key);
                deleteVersion(bob, "history", key, first);
                assertRefused("NoSuchVersion", () -> getVersion(alice, "history", key, first));
            }
            assertThat(bob.deleteObject(it -> it.bucket("history").key(key)).deleteMarker())
                    .as("a delete marker deletes no version")
                    .isTrue();
        }
    }

    @Test
    void aclOfAVersion_opensThatVersionToReaders_andNoneToDelete() {
        alice.createBucket(it -> it.bucket("versions"));
        alice.putBucketVersioning(
                it -> it.bucket("versions").versioningConfiguration(set -> set.status(BucketVersioningStatus.ENABLED)));
        String shown = alice.putObject(
                        it -> it.bucket("versions").key("key").acl(ObjectCannedACL.PUBLIC_READ),
                        RequestBody.fromString("shown"))
                .versionId();
        String hidden = versioned("versions", "key");

        assertThat(getVersion(bob, "versions", "key", shown)).isEqualTo("shown");
        assertThat(getVersion(anybody, "versions", "key", shown)).isEqualTo("shown");
        assertRefused("AccessDenied", () -> getVersion(bob, "versions", "key", hidden));
        assertRefused("AccessDenied", () -> get(bob, "versions", "key"));
        assertRefused("AccessDenied", () -> deleteVersion(bob, "versions", "key", shown));
        assertRefused("AccessDenied", () -> deleteVersion(anybody, "versions", "key", shown));
        assertThat(getVersion(alice, "versions", "key", shown)).isEqualTo("shown");
    }

    /** Its version id. */
    private static String versioned(String bucket, String key) {
        return alice.putObject(it -> it.bucket(bucket).key(key), RequestBody.fromString(key))
                .versionId();
    }

    private static String getVersion(S3Client who, String bucket, String key, String version) {
        return who.getObjectAsBytes(it -> it.bucket(bucket).key(key).versionId(version))
                .asUtf8String();
    }

    private static void deleteVersion(S3Client who, String bucket, String key, String version) {
        who.deleteObject(it -> it.bucket(bucket).key(key).versionId(version));
    }

    private static void copyVersion(S3Client who, String bucket, String key, String version) {
        who.createBucket(it -> it.bucket("own-" + bucket));
        who.copyObject(it -> it.sourceBucket(bucket)
                .sourceKey(key)
                .sourceVersionId(version)
                .destinationBucket("own-" + bucket)
                .destinationKey(key));
    }

    @Test
    void listing_isHeldToAPrefix_andSoIsWhatA404WouldTell() {
        bucket("home", statement("Allow", "ListBucket", "home", "'StringLike': {'s3:prefix': 'bob/*'}"));
        put(alice, "home", "bob/1");
        assertThat(bob.listObjectsV2(it -> it.bucket("home").prefix("bob/")).contents())
                .hasSize(1);
        assertRefused("AccessDenied", () -> bob.listObjectsV2(it -> it.bucket("home")));
        assertRefused(
                "AccessDenied", () -> bob.listObjectsV2(it -> it.bucket("home").prefix("alice/")));
        assertRefused("NoSuchKey", () -> get(bob, "home", "bob/2"));
        assertRefused("AccessDenied", () -> get(bob, "home", "alice/2"));
    }

    @Test
    void sourcesOfCopies_andAcls_areJudged() {
        bucket(
                "target",
                statement("Allow", "PutObject", "target/*", "'StringLike': {'s3:x-amz-copy-source': 'source/open/*'}"),
                statement("Deny", "PutObject", "target/*", "'StringLike': {'s3:x-amz-acl': 'public*'}"));
        bucket("source", statement("Allow", "GetObject", "source/*", "'Null': {'aws:username': 'false'}"));
        put(alice, "source", "open/ö");
        put(alice, "source", "closed");
        bob.copyObject(it -> it.sourceBucket("source")
                .sourceKey("open/ö")
                .destinationBucket("target")
                .destinationKey("copy"));
        assertRefused(
                "AccessDenied",
                () -> bob.copyObject(it -> it.sourceBucket("source")
                        .sourceKey("closed")
                        .destinationBucket("target")
                        .destinationKey("copy")));
        assertRefused("AccessDenied", () -> put(bob, "target", "key"));
        assertRefused(
                "AccessDenied",
                () -> alice.putObject(
                        it -> it.bucket("target").key("key").acl(ObjectCannedACL.PUBLIC_READ), RequestBody.empty()));
    }

    @Test
    void unknownCondition_isRefused_andThePolicyBeforeItStays() {
        bucket("kept", statement("Deny", "GetObject", "kept/*", "'Bool': {'aws:SecureTransport': 'false'}"));
        put(alice, "kept", "key");
        String unknown = statement("Allow", "GetObject", "kept/*", "'StringEquals': {'aws:PrincipalOrgID': 'o-1'}");
        assertRefused(
                "MalformedPolicy",
                () -> alice.putBucketPolicy(it -> it.bucket("kept").policy("{\"Statement\":[" + unknown + "]}")));
        assertRefused("AccessDenied", () -> get(alice, "kept", "key"));
    }

    @Test
    void bucketOfNobody_isClosed_untilTheStoreGrantsIt() {
        fixture.client.put("nobodys", "key", "bytes".getBytes(StandardCharsets.UTF_8));
        assertRefused("AccessDenied", () -> get(bob, "nobodys", "key"));
        assertRefused("AccessDenied", () -> bob.listObjectsV2(it -> it.bucket("nobodys")));
        assertRefused("AccessDenied", () -> put(bob, "nobodys", "key"));
        assertRefused("AccessDenied", () -> bob.deleteBucket(it -> it.bucket("nobodys")));

        fixture.client.grant("nobodys", S3Fixture.BOB, Access.OWNER);
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptions()
                .until(() -> get(bob, "nobodys", "key").equals("bytes"));
        assertRefused("AccessDenied", () -> get(alice, "nobodys", "key"));
    }

    @Test
    void bucketOfNobody_isOpenToUsers_whereTheStoreAsksNobodyWhoTheyAre() {
        try (S3Fixture open = new S3Fixture(config -> config.withOpenUnowned(true));
                S3Client stranger = open.anonymous()) {
            open.client.put("nobodys", "key", "bytes".getBytes(StandardCharsets.UTF_8));
            assertThat(get(open.s3, "nobodys", "key")).isEqualTo("bytes");
            assertRefused("AccessDenied", () -> get(stranger, "nobodys", "key"));
        }
    }
}
