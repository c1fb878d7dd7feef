package io.chameleon.metadata;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.request.AccessCache;
import io.chameleon.metadata.request.MetadataTables;
import io.chameleon.metadata.table.Samples;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.protocol.ConditionWire;
import io.chameleon.transport.protocol.GrantWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.PartWire;
import io.chameleon.transport.protocol.QuotaWire;
import io.chameleon.transport.protocol.UploadWire;
import io.chameleon.transport.protocol.VersionWire;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.security.Permissions;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.DeleteObjectRequest;
import io.chameleon.transport.wire.HistoryRequest;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListGrantsResponse;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.QuotasRequest;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import io.chameleon.transport.wire.UpdateMetadataRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each user may do with a bucket, through the endpoint. */
class BucketAccessTest {
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal BOB = new Principal("bob", Role.USER);
    private static final Principal MALLORY = new Principal("mallory", Role.USER);
    private static final Principal OPS = new Principal("ops", Role.ADMIN);

    private final AtomicLong nanoTime = new AtomicLong();
    private final FakeGrants grants = new FakeGrants();
    private final WriteKeys keys = new WriteKeys(new SplittableRandom(1));
    private final InMemoryMappingTable table = new InMemoryMappingTable(InstantSource.system(), Duration.ofHours(1));
    private final MetadataMetrics metrics = new MetadataMetrics(new SimpleMeterRegistry());
    private final CommitBatcher commits = new CommitBatcher(table::commit, 1, 8, 100, nanoTime::get, metrics);
    private final ClusterView view = new ClusterView(List.of(), RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, 1);
    private final MetadataEndpoint endpoint = new MetadataEndpoint(
            MetadataTables.of(table, grants, table, table.buckets(), table.uploads(), table.versions()),
            () -> view,
            commits,
            50,
            4,
            nanoTime::get,
            metrics);

    @AfterEach
    void close() {
        endpoint.close();
        commits.close();
    }

    /** The error of a request, or null if it succeeded. */
    private @Nullable ErrorCode send(Principal caller, MessageType type, MessageLite header) {
        try {
            Message unused = answer(caller, type, header);
            return null;
        } catch (CompletionException e) {
            return e.getCause() instanceof ChameleonError error ? error.code() : ErrorCode.INTERNAL;
        }
    }

    private Message answer(Principal caller, MessageType type, MessageLite header) {
        return endpoint.handle(Message.of(type, header), new CallContext("test", Long.MAX_VALUE / 2, caller))
                .toCompletableFuture()
                .join();
    }

    private @Nullable ErrorCode commit(Principal caller, String key) {
        return send(caller, MessageType.COMMIT, MappingWire.pack(Samples.write(Samples.object(key))));
    }

    private @Nullable ErrorCode lookup(Principal caller) {
        return send(
                caller,
                MessageType.LOOKUP,
                LookupRequest.newBuilder()
                        .setId(Wire.pack(Samples.object("cat")))
                        .build());
    }

    private @Nullable ErrorCode grant(Principal caller, Principal to, int access) {
        return send(
                caller,
                MessageType.SET_GRANT,
                SetGrantRequest.newBuilder()
                        .setBucket("photos")
                        .setPrincipal(to.name())
                        .setAccess(access)
                        .build());
    }

    private void later() {
        nanoTime.addAndGet(AccessCache.REMEMBERED.toNanos());
    }

    @Test
    void whoeverWritesToANewBucketFirst_ownsIt_andOthersHaveNothing() {
        assertThat(lookup(BOB)).isNull();
        assertThat(commit(ALICE, "cat")).isNull();

        assertThat(lookup(ALICE)).isNull();
        assertThat(grants.access("photos", "alice")).isEqualTo(Access.OWNER);
        assertThat(lookup(BOB)).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(commit(BOB, "dog")).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(table.lookup(Samples.object("dog")).mapping()).isNull();
    }

    @Test
    void uploads_areGovernedByTheirBucket_andBelongToWhoBeganThem() {
        assertThat(commit(ALICE, "cat")).isNull();
        NewUpload wanted = new NewUpload(Samples.object("film"), new WriteId(1, 2), "mallory", null, "", Map.of());
        assertThat(send(BOB, MessageType.BEGIN_UPLOAD, UploadWire.pack(wanted))).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(send(ALICE, MessageType.BEGIN_UPLOAD, UploadWire.pack(wanted)))
                .isNull();
        UploadQuery all = new UploadQuery("photos", "", "", null, 9);
        assertThat(table.uploads().list(all).uploads())
                .extracting(Upload::owner)
                .containsExactly("alice");

        assertThat(grant(ALICE, BOB, Access.READ.code())).isNull();
        later();
        assertThat(send(BOB, MessageType.LIST_UPLOADS, UploadWire.pack(all))).isNull();
        NewPart part = new NewPart(wanted.object(), wanted.id(), 1, new WriteId(3, 4), Map.of());
        assertThat(send(BOB, MessageType.ADD_PART, PartWire.pack(part))).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(send(ALICE, MessageType.ADD_PART, PartWire.pack(part))).isEqualTo(ErrorCode.WRITE_TOO_OLD);
    }

    @Test
    void commit_cannotComposeAnObject() {
        CommitRequest.Builder commit = MappingWire.pack(Samples.write(Samples.object("cat"))).toBuilder();
        commit.setContent(commit.getContent().toBuilder().setExtents(1));
        assertThat(send(ALICE, MessageType.COMMIT, commit.build())).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void reader_readsAndListsAndNothingElse() {
        assertThat(commit(ALICE, "cat")).isNull();
        assertThat(grant(ALICE, BOB, Access.READ.code())).isNull();

        assertThat(lookup(BOB)).isNull();
        assertThat(send(BOB, MessageType.LIST_OBJECTS, listing())).isNull();
        assertThat(send(
                        BOB,
                        MessageType.HISTORY,
                        HistoryRequest.newBuilder()
                                .setId(Wire.pack(Samples.object("cat")))
                                .build()))
                .isNull();
        assertThat(commit(BOB, "cat")).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(send(BOB, MessageType.DELETE_OBJECT, deletion())).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(send(BOB, MessageType.UPDATE_METADATA, update())).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(send(BOB, MessageType.SET_BUCKET_POLICY, policy())).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(grant(BOB, BOB, Access.OWNER.code())).isEqualTo(ErrorCode.PERMISSION_DENIED);
    }

    private static ListObjectsRequest listing() {
        return ListObjectsRequest.newBuilder().setBucket("photos").setLimit(10).build();
    }

    private static DeleteObjectRequest deletion() {
        return DeleteObjectRequest.newBuilder()
                .setId(Wire.pack(Samples.object("cat")))
                .setCondition(ConditionWire.pack(Condition.NONE))
                .build();
    }

    private static UpdateMetadataRequest update() {
        return MappingWire.pack(new MetadataUpdate(Samples.object("cat"), "a/b", Map.of(), Condition.NONE));
    }

    private static SetBucketPolicyRequest policy() {
        return SetBucketPolicyRequest.newBuilder()
                .setBucket("photos")
                .setPolicy(RedundancyPolicy.REP.code())
                .build();
    }

    @Test
    void writer_writesAndDeletes_butDoesNotGrant() {
        assertThat(commit(ALICE, "cat")).isNull();
        assertThat(grant(ALICE, BOB, Access.WRITE.code())).isNull();

        assertThat(commit(BOB, "cat")).isNull();
        assertThat(send(BOB, MessageType.UPDATE_METADATA, update())).isNull();
        assertThat(send(BOB, MessageType.DELETE_OBJECT, deletion())).isNull();
        assertThat(grant(BOB, BOB, Access.OWNER.code())).isEqualTo(ErrorCode.PERMISSION_DENIED);
    }

    @Test
    void versions_areFoundByReaders_changedByWriters_andNothingToOthers() {
        ObjectId cat = Samples.object("cat");
        Commit first = Samples.write(cat);
        assertThat(send(ALICE, MessageType.COMMIT, MappingWire.pack(first))).isNull();
        assertThat(grant(ALICE, BOB, Access.READ.code())).isNull();
        table.buckets().configure("photos", Map.of(Versioning.SETTING, Versioning.ENABLED.text()));
        assertThat(commit(ALICE, "cat")).isNull();
        VersionId former = VersionId.of(first.writeId(), false);
        MessageLite find = VersionWire.find(cat, former);
        MessageLite list = VersionWire.pack(new VersionQuery(new ListQuery("photos", "", "", "", 10), null));
        MessageLite update = VersionWire.update(new MetadataUpdate(cat, "a/b", Map.of(), Condition.NONE), former);
        MessageLite delete = VersionWire.delete(cat, former, Condition.NONE);

        for (MessageType type : List.of(MessageType.FIND_VERSION, MessageType.LIST_VERSIONS)) {
            MessageLite request = type == MessageType.FIND_VERSION ? find : list;
            assertThat(send(MALLORY, type, request)).as(type.name()).isEqualTo(ErrorCode.PERMISSION_DENIED);
            assertThat(send(BOB, type, request)).as(type.name()).isNull();
        }
        for (Principal caller : List.of(MALLORY, BOB)) {
            assertThat(send(caller, MessageType.UPDATE_VERSION, update)).isEqualTo(ErrorCode.PERMISSION_DENIED);
            assertThat(send(caller, MessageType.DELETE_VERSION, delete)).isEqualTo(ErrorCode.PERMISSION_DENIED);
            assertThat(send(caller, MessageType.DELETE_VERSION, VersionWire.delete(cat, null, Condition.NONE)))
                    .as("a delete marker")
                    .isEqualTo(ErrorCode.PERMISSION_DENIED);
        }
        assertThat(requireNonNull(table.versions().find(cat, former)).row())
                .isNotNull()
                .extracting(row -> row.content().contentType())
                .isEqualTo(first.content().contentType());

        assertThat(grant(ALICE, BOB, Access.WRITE.code())).isNull();
        later();
        assertThat(send(BOB, MessageType.UPDATE_VERSION, update)).isNull();
        assertThat(send(BOB, MessageType.DELETE_VERSION, delete)).isNull();
        assertThat(table.versions().find(cat, former)).isNull();
        assertThat(table.lookup(cat).mapping()).isNotNull();
    }

    @Test
    void nameOfTheBytesOfAVersion_isNobodysToTake() {
        Commit original = Samples.write(Samples.object("cat"));
        assertThat(send(ALICE, MessageType.COMMIT, MappingWire.pack(original))).isNull();
        grants.live.put(original.writeId(), original.id());
        assertThat(grant(ALICE, BOB, Access.WRITE.code())).isNull();
        WriteId name = Components.sharedBytes(original.writeId());

        assertThat(send(BOB, MessageType.COMMIT, MappingWire.pack(component(name))))
                .isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(table.lookup(Components.id("photos", name)).mapping()).isNull();
        assertThat(send(BOB, MessageType.COMMIT, MappingWire.pack(component(Samples.writeId()))))
                .as("a part of an upload")
                .isNull();
    }

    private static Commit component(WriteId name) {
        ObjectContent content = new ObjectContent(name, 36_000, 16_384, 1, "", Map.of());
        return new Commit(Components.id("photos", name), content, Samples.SIX, List.of(), Condition.IF_ABSENT);
    }

    @Test
    void grantThatIsRevoked_countsNoLongerThanItIsRemembered() {
        assertThat(commit(ALICE, "cat")).isNull();
        assertThat(grant(ALICE, BOB, Access.READ.code())).isNull();
        assertThat(lookup(BOB)).isNull();
        grants.set("photos", "bob", null); // by another process, which cannot tell this one

        later();

        assertThat(lookup(BOB)).isEqualTo(ErrorCode.PERMISSION_DENIED);
    }

    @Test
    void grantThatIsRevokedHere_countsNoMoreAtOnce() {
        assertThat(commit(ALICE, "cat")).isNull();
        assertThat(grant(ALICE, BOB, Access.READ.code())).isNull();
        assertThat(lookup(BOB)).isNull();

        assertThat(grant(ALICE, BOB, 0)).isNull();

        assertThat(lookup(BOB)).isEqualTo(ErrorCode.PERMISSION_DENIED);
    }

    @Test
    void grant_isLookedUpOnceForManyRequests() {
        assertThat(commit(ALICE, "cat")).isNull();
        assertThat(lookup(ALICE)).isNull();
        int before = grants.asked;

        for (int i = 0; i < 10; i++) {
            assertThat(lookup(ALICE)).isNull();
        }

        assertThat(grants.asked).isEqualTo(before);
    }

    @Test
    void bucketWithObjectsOfATimeWithoutOwners_isNobodysToClaim() {
        grants.withObjects.add("photos");

        assertThat(lookup(ALICE)).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(commit(ALICE, "cat")).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(grant(ALICE, ALICE, Access.OWNER.code())).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(grant(OPS, ALICE, Access.OWNER.code())).isNull();
        assertThat(commit(ALICE, "cat")).isNull();
    }

    @Test
    void writeOfAnotherObject_cannotBeCommittedOnceMore() {
        Commit original = Samples.write(Samples.object("cat"));
        grants.live.put(original.writeId(), original.id());
        Commit stolen =
                new Commit(Samples.object("copy"), original.content(), original.used(), List.of(), Condition.NONE);

        assertThat(send(BOB, MessageType.COMMIT, MappingWire.pack(stolen))).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(send(BOB, MessageType.COMMIT, MappingWire.pack(original))).isNull();
    }

    @Test
    void commit_withAKeyThatIsNotItsWrites_isRefused_whateverElseItWouldChange() {
        Commit commit = Samples.write(Samples.object("cat"));
        ByteString anothers = ByteString.copyFrom(keys.keyOf(commit.writeId()));

        assertThat(send(ALICE, MessageType.COMMIT, MappingWire.pack(commit, anothers)))
                .isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(send(ALICE, MessageType.COMMIT, MappingWire.pack(commit, anothers.substring(1))))
                .isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(table.lookup(commit.id()).mapping()).isNull();
        assertThat(grants.ofBucket("photos")).isEmpty();
    }

    @Test
    void keyOfAWrite_letsItsMakerCommitIt_butNotAsASecondObject_norWithoutAccess() {
        WriteId write = new WriteIds(InstantSource.system(), keys).next();
        ByteString key = ByteString.copyFrom(keys.keyOf(write));
        MessageLite cat = MappingWire.pack(commit("cat", write), key);
        assertThat(send(ALICE, MessageType.COMMIT, cat)).isNull();
        grants.live.put(write, Samples.object("cat"));

        assertThat(send(ALICE, MessageType.COMMIT, cat)).as("repeated").isNull();
        assertThat(send(ALICE, MessageType.COMMIT, MappingWire.pack(commit("copy", write), key)))
                .isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(send(BOB, MessageType.COMMIT, cat)).isEqualTo(ErrorCode.PERMISSION_DENIED);
    }

    private static Commit commit(String key, WriteId write) {
        ObjectContent content = new ObjectContent(write, 36_000, 16_384, 1, "", Map.of());
        return new Commit(Samples.object(key), content, Samples.SIX, List.of(), Condition.NONE);
    }

    @Test
    void users_seeTheirOwnGrants_andOwnersThoseOfTheirBuckets() {
        assertThat(commit(ALICE, "cat")).isNull();
        assertThat(grant(ALICE, BOB, Access.READ.code())).isNull();

        assertThat(granted(BOB, "")).containsExactly("photos bob READ");
        assertThat(granted(ALICE, "photos")).containsExactly("photos alice OWNER", "photos bob READ");
        assertThat(send(
                        BOB,
                        MessageType.LIST_GRANTS,
                        ListGrantsRequest.newBuilder().setBucket("photos").build()))
                .isEqualTo(ErrorCode.PERMISSION_DENIED);
    }

    private List<String> granted(Principal caller, String bucket) {
        return answer(
                        caller,
                        MessageType.LIST_GRANTS,
                        ListGrantsRequest.newBuilder().setBucket(bucket).build())
                .header(ListGrantsResponse.class)
                .getGrantsList()
                .stream()
                .map(GrantWire::unpack)
                .map(grant -> grant.bucket() + " " + grant.principal() + " " + grant.access())
                .toList();
    }

    @Test
    void requestAboutGrants_thatMakesNoSense_isInvalid() {
        assertThat(grant(OPS, ALICE, 9)).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(send(
                        OPS,
                        MessageType.SET_GRANT,
                        SetGrantRequest.newBuilder()
                                .setBucket("photos")
                                .setPrincipal("a b")
                                .build()))
                .isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    private @Nullable ErrorCode quotas(Principal caller, QuotasRequest request) {
        return send(caller, MessageType.QUOTAS, request);
    }

    private static QuotasRequest of(QuotaScope scope) {
        return QuotasRequest.newBuilder().setOf(QuotaWire.pack(scope)).build();
    }

    @Test
    void quotas_areShownToThoseTheyConcern() {
        assertThat(commit(ALICE, "cat")).isNull();
        QuotaScope bucket = QuotaScope.bucket(Samples.object("cat").bucket());
        QuotaScope alice = QuotaScope.user(ALICE.name());

        assertThat(quotas(ALICE, of(bucket))).isNull();
        assertThat(quotas(ALICE, of(alice))).isNull();
        assertThat(quotas(BOB, of(bucket))).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(quotas(BOB, of(alice))).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(quotas(BOB, QuotasRequest.getDefaultInstance())).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(quotas(ALICE, of(bucket).toBuilder().setRecount(true).build()))
                .isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(quotas(OPS, QuotasRequest.getDefaultInstance())).isNull();
        assertThat(quotas(OPS, of(alice).toBuilder().setRecount(true).build())).isNull();
        assertThat(quotas(OPS, of(new QuotaScope(QuotaScope.Kind.BUCKET, "no bucket/s name"))))
                .isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThatThrownBy(() -> Permissions.require(MessageType.SET_QUOTA, ALICE))
                .isInstanceOf(ChameleonError.class)
                .hasMessageContaining("may not ask for SET_QUOTA");
    }
}
