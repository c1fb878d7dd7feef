package io.chameleon.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.DeletedObject;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.MFADelete;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.ObjectAttributes;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;

/** Buckets that keep versions, through AWS's own client. */
class VersioningTest {
    private static final String KEY = "a key";

    private static S3Fixture fixture;
    private static S3Client s3;

    private String bucket = "";

    @BeforeAll
    static void start() {
        fixture = new S3Fixture();
        s3 = fixture.s3;
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @BeforeEach
    void makeBucket(TestInfo test) {
        bucket = "b" + Integer.toHexString(test.getDisplayName().hashCode());
        s3.createBucket(it -> it.bucket(bucket));
        set(BucketVersioningStatus.ENABLED);
    }

    private void set(BucketVersioningStatus status) {
        s3.putBucketVersioning(it -> it.bucket(bucket).versioningConfiguration(to -> to.status(status)));
    }

    private String put(String content) {
        return s3.putObject(it -> it.bucket(bucket).key(KEY), RequestBody.fromString(content))
                .versionId();
    }

    private String get(String version) {
        return s3.getObjectAsBytes(it -> it.bucket(bucket).key(KEY).versionId(version))
                .asUtf8String();
    }

    private String current() {
        return s3.getObjectAsBytes(it -> it.bucket(bucket).key(KEY)).asUtf8String();
    }

    private static S3Exception refusal(Runnable call) {
        S3Exception[] refused = new S3Exception[1];
        assertThatThrownBy(call::run).isInstanceOfSatisfying(S3Exception.class, e -> refused[0] = e);
        return refused[0];
    }

    private static String header(S3Exception refused, String name) {
        return refused.awsErrorDetails()
                .sdkHttpResponse()
                .firstMatchingHeader(name)
                .orElse("none");
    }

    @Test
    void status_isWhatWasSet_andMfaDeleteIsRefused() {
        assertThat(s3.getBucketVersioning(it -> it.bucket(bucket)).status()).isEqualTo(BucketVersioningStatus.ENABLED);
        set(BucketVersioningStatus.SUSPENDED);
        assertThat(s3.getBucketVersioning(it -> it.bucket(bucket)).status())
                .isEqualTo(BucketVersioningStatus.SUSPENDED);
        S3Exception refused = refusal(() -> s3.putBucketVersioning(it -> it.bucket(bucket)
                .versioningConfiguration(
                        to -> to.status(BucketVersioningStatus.ENABLED).mfaDelete(MFADelete.ENABLED))));
        assertThat(ObjectsTest.code(refused)).isEqualTo("NotImplemented");
        S3Exception missing =
                refusal(() -> s3.putBucketVersioning(it -> it.bucket(bucket).versioningConfiguration(to -> {})));
        assertThat(ObjectsTest.code(missing)).isEqualTo("IllegalVersioningConfigurationException");
    }

    @Test
    void eachVersion_isReadByItsId_andTheLatestWithoutOne() {
        String one = put("one");
        String two = put("two");
        assertThat(current()).isEqualTo("two");
        assertThat(get(one)).isEqualTo("one");
        assertThat(get(two)).isEqualTo("two");
        assertThat(s3.headObject(it -> it.bucket(bucket).key(KEY)).versionId()).isEqualTo(two);
        assertThat(s3.headObject(it -> it.bucket(bucket).key(KEY).versionId(one))
                        .versionId())
                .isEqualTo(one);
        assertThat(s3.getObjectAttributes(it -> it.bucket(bucket)
                                .key(KEY)
                                .versionId(one)
                                .objectAttributes(ObjectAttributes.OBJECT_SIZE))
                        .versionId())
                .isEqualTo(one);
    }

    @Test
    void versionId_thatIsNone_isInvalid_andOneThatIsNotThereIsNoSuchVersion() {
        put("one");
        S3Exception unknown = refusal(() -> get("0123456789abcdef0123456789abcdef"));
        assertThat(ObjectsTest.code(unknown)).isEqualTo("NoSuchVersion");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(ObjectsTest.code(refusal(() -> get("the-best")))).isEqualTo("InvalidArgument");
    }

    @Test
    void deleteMarker_hidesTheObject_isNotRead_andGivesItBackWhenItIsDeleted() {
        String one = put("one");
        DeleteObjectResponse deleted = s3.deleteObject(it -> it.bucket(bucket).key(KEY));
        assertThat(deleted.deleteMarker()).isTrue();
        String marker = deleted.versionId();

        S3Exception hidden = refusal(this::current);
        assertThat(ObjectsTest.code(hidden)).isEqualTo("NoSuchKey");
        assertThat(header(hidden, "x-amz-delete-marker")).isEqualTo("true");
        assertThat(header(hidden, "x-amz-version-id")).isEqualTo(marker);
        S3Exception notRead = refusal(() -> get(marker));
        assertThat(ObjectsTest.code(notRead)).isEqualTo("MethodNotAllowed");
        assertThat(notRead.statusCode()).isEqualTo(405);
        assertThat(header(notRead, "x-amz-delete-marker")).isEqualTo("true");
        assertThat(get(one)).isEqualTo("one");

        DeleteObjectResponse undone =
                s3.deleteObject(it -> it.bucket(bucket).key(KEY).versionId(marker));
        assertThat(undone.deleteMarker()).isTrue();
        assertThat(undone.versionId()).isEqualTo(marker);
        assertThat(current()).isEqualTo("one");
    }

    @Test
    void suspendedBucket_replacesTheVersionCalledNull_andKeepsAllOthers() {
        String one = put("one");
        set(BucketVersioningStatus.SUSPENDED);
        assertThat(put("null one")).isNull();
        assertThat(put("null two")).isNull();
        assertThat(get("null")).isEqualTo("null two");
        assertThat(s3.headObject(it -> it.bucket(bucket).key(KEY)).versionId()).isEqualTo("null");
        assertThat(get(one)).isEqualTo("one");
        assertThat(s3.listObjectVersions(it -> it.bucket(bucket)).versions())
                .extracting(ObjectVersion::versionId)
                .containsExactly("null", one);
    }

    @Test
    void listing_hasVersionsAndMarkers_inPages_withKeysUrlCodedIfAsked() {
        String one = put("one");
        String two = put("two");
        String marker = s3.deleteObject(it -> it.bucket(bucket).key(KEY)).versionId();
        s3.putObject(it -> it.bucket(bucket).key("folder/x"), RequestBody.fromString("x"));

        ListObjectVersionsResponse first =
                s3.listObjectVersions(it -> it.bucket(bucket).maxKeys(2));
        assertThat(first.isTruncated()).isTrue();
        assertThat(first.deleteMarkers())
                .extracting(DeleteMarkerEntry::versionId)
                .containsExactly(marker);
        assertThat(first.deleteMarkers().get(0).isLatest()).isTrue();
        assertThat(first.deleteMarkers().get(0).owner().id()).isEqualTo(S3Fixture.ALICE);
        assertThat(first.versions()).extracting(ObjectVersion::versionId).containsExactly(two);
        assertThat(first.versions().get(0).isLatest()).isFalse();
        assertThat(first.versions().get(0).checksumAlgorithmAsStrings()).containsExactly("CRC32");
        assertThat(first.versions().get(0).checksumTypeAsString()).isEqualTo("FULL_OBJECT");

        ListObjectVersionsResponse rest = s3.listObjectVersions(it -> it.bucket(bucket)
                .delimiter("/")
                .keyMarker(first.nextKeyMarker())
                .versionIdMarker(first.nextVersionIdMarker()));
        assertThat(rest.versions()).extracting(ObjectVersion::versionId).containsExactly(one);
        assertThat(rest.commonPrefixes().get(0).prefix()).isEqualTo("folder/");
        assertThat(rest.isTruncated()).isFalse();

        assertThat(ObjectsTest.code(refusal(
                        () -> s3.listObjectVersions(it -> it.bucket(bucket).versionIdMarker(one)))))
                .isEqualTo("InvalidArgument");
    }

    @Test
    void deleteOfMany_tellsMarkers_andDeletesVersions() {
        String one = put("one");
        DeleteObjectsResponse marked =
                s3.deleteObjects(it -> it.bucket(bucket).delete(them -> them.objects(key -> key.key(KEY))));
        DeletedObject deleted = marked.deleted().get(0);
        assertThat(deleted.deleteMarker()).isTrue();
        assertThat(deleted.versionId()).isNull();

        List<ObjectIdentifier> both = Stream.of(one, deleted.deleteMarkerVersionId())
                .map(id -> ObjectIdentifier.builder().key(KEY).versionId(id).build())
                .toList();
        DeleteObjectsResponse gone = s3.deleteObjects(it -> it.bucket(bucket).delete(them -> them.objects(both)));
        assertThat(gone.errors()).isEmpty();
        assertThat(gone.deleted())
                .extracting(DeletedObject::versionId)
                .containsExactlyElementsOf(
                        both.stream().map(ObjectIdentifier::versionId).toList());
        assertThat(s3.deleteObjects(it -> it.bucket(bucket)
                                .delete(them -> them.objects(key -> key.key(KEY).versionId("none"))))
                        .errors())
                .extracting(S3Error::code)
                .containsExactly("NoSuchVersion");
        s3.deleteBucket(it -> it.bucket(bucket));
    }

    @Test
    void deleteOfAVersion_isHeldToItsTag() {
        String one = put("one");
        put("two");
        String tag =
                s3.headObject(it -> it.bucket(bucket).key(KEY).versionId(one)).eTag();
        S3Exception refused = refusal(() ->
                s3.deleteObject(it -> it.bucket(bucket).key(KEY).versionId(one).ifMatch("\"other\"")));
        assertThat(ObjectsTest.code(refused)).isEqualTo("PreconditionFailed");
        s3.deleteObject(it -> it.bucket(bucket).key(KEY).versionId(one).ifMatch(tag));
        assertThat(ObjectsTest.code(refusal(() -> get(one)))).isEqualTo("NoSuchVersion");
        assertThat(current()).isEqualTo("two");
    }

    @Test
    void copy_readsTheVersionItNames_andIsAVersionOfItsOwn() {
        String one = put("one");
        put("two");
        var copied = s3.copyObject(it -> it.sourceBucket(bucket)
                .sourceKey(KEY)
                .sourceVersionId(one)
                .destinationBucket(bucket)
                .destinationKey(KEY));
        assertThat(copied.copySourceVersionId()).isEqualTo(one);
        assertThat(copied.versionId()).isNotEqualTo(one);
        assertThat(current()).isEqualTo("one");
        assertThat(s3.listObjectVersions(it -> it.bucket(bucket)).versions()).hasSize(3);

        var renamed = s3.copyObject(it -> it.sourceBucket(bucket)
                .sourceKey(KEY)
                .destinationBucket(bucket)
                .destinationKey(KEY)
                .metadataDirective(MetadataDirective.REPLACE)
                .metadata(Map.of("a", "b")));
        assertThat(renamed.versionId()).isNotEqualTo(copied.versionId());
        assertThat(s3.headObject(it -> it.bucket(bucket).key(KEY).versionId(copied.versionId()))
                        .metadata())
                .isEmpty();

        String marker = s3.deleteObject(it -> it.bucket(bucket).key(KEY)).versionId();
        S3Exception refused = refusal(() -> s3.copyObject(it -> it.sourceBucket(bucket)
                .sourceKey(KEY)
                .sourceVersionId(marker)
                .destinationBucket(bucket)
                .destinationKey("other")));
        assertThat(ObjectsTest.code(refused)).isEqualTo("InvalidRequest");
    }

    @Test
    void uploadInParts_isAVersion_andPartsAreCopiedOfVersions() {
        String one = put("one");
        put("two");
        String id = s3.createMultipartUpload(it -> it.bucket(bucket).key(KEY)).uploadId();
        var part = s3.uploadPartCopy(it -> it.sourceBucket(bucket)
                .sourceKey(KEY)
                .sourceVersionId(one)
                .destinationBucket(bucket)
                .destinationKey(KEY)
                .uploadId(id)
                .partNumber(1));
        assertThat(part.copySourceVersionId()).isEqualTo(one);
        String three = s3.completeMultipartUpload(it -> it.bucket(bucket)
                        .key(KEY)
                        .uploadId(id)
                        .multipartUpload(upload -> upload.parts(CompletedPart.builder()
                                .partNumber(1)
                                .eTag(part.copyPartResult().eTag())
                                .build())))
                .versionId();
        put("four");
        assertThat(get(three)).isEqualTo("one");
    }

    @Test
    void tagsAndAcl_areOfOneVersion() {
        String one = put("one");
        String two = put("two");
        Tag tag = Tag.builder().key("a").value("b").build();
        s3.putObjectTagging(it -> it.bucket(bucket).key(KEY).versionId(one).tagging(tags -> tags.tagSet(tag)));
        var tags = s3.getObjectTagging(it -> it.bucket(bucket).key(KEY).versionId(one));
        assertThat(tags.tagSet()).containsExactly(tag);
        assertThat(tags.versionId()).isEqualTo(one);
        assertThat(s3.getObjectTagging(it -> it.bucket(bucket).key(KEY)).tagSet())
                .isEmpty();
        s3.putObjectAcl(it -> it.bucket(bucket).key(KEY).versionId(one).acl("public-read"));
        assertThat(s3.getObjectAcl(it -> it.bucket(bucket).key(KEY).versionId(one))
                        .grants())
                .hasSize(2);
        assertThat(s3.getObjectAcl(it -> it.bucket(bucket).key(KEY).versionId(two))
                        .grants())
                .hasSize(1);
    }

    /** The ACL that counts is that of the version that is read. */
    @Test
    void anonymousReader_seesTheVersionsThatArePublic_andNoOthers() throws IOException {
        String hidden = put("secret");
        String shown = s3.putObject(
                        it -> it.bucket(bucket).key(KEY).acl("public-read"), RequestBody.fromString("public"))
                .versionId();
        try (S3Client anonymous = fixture.anonymous()) {
            assertThat(anonymous
                            .getObjectAsBytes(it -> it.bucket(bucket).key(KEY).versionId(shown))
                            .asUtf8String())
                    .isEqualTo("public");
            S3Exception refused = refusal(() ->
                    anonymous.getObjectAsBytes(it -> it.bucket(bucket).key(KEY).versionId(hidden)));
            assertThat(refused.statusCode()).isEqualTo(403);
            put("secret again");
            assertThat(anonymous
                            .getObjectAsBytes(it -> it.bucket(bucket).key(KEY).versionId(shown))
                            .asUtf8String())
                    .isEqualTo("public");
        }
    }

    @Test
    void bucketWithoutObjects_butWithVersions_isNotDeleted_andKeepsItsUploads() {
        put("one");
        s3.deleteObject(it -> it.bucket(bucket).key(KEY));
        s3.createMultipartUpload(it -> it.bucket(bucket).key("large"));
        assertThat(ObjectsTest.code(refusal(() -> s3.deleteBucket(it -> it.bucket(bucket)))))
                .isEqualTo("BucketNotEmpty");
        assertThat(s3.listMultipartUploads(it -> it.bucket(bucket)).uploads()).hasSize(1);
    }
}
