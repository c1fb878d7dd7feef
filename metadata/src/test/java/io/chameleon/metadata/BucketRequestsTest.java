package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.MessageLite;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.access.Access;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.request.MetadataTables;
import io.chameleon.metadata.table.NextWrites;
import io.chameleon.metadata.table.Samples;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.protocol.BucketPage;
import io.chameleon.transport.protocol.BucketWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.BucketResponse;
import io.chameleon.transport.wire.CommitResponse;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.ListBucketsResponse;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.LookupResponse;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may do what with the registry of buckets, through the endpoint. */
class BucketRequestsTest {
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal BOB = new Principal("bob", Role.USER);
    private static final Principal OPS = new Principal("ops", Role.ADMIN);
    private static final Principal GATEWAY = new Principal("s3", Role.GATEWAY);
    private static final String PHOTOS = Samples.object("cat").bucket();

    private final FakeGrants grants = new FakeGrants();
    private final InMemoryMappingTable table = new InMemoryMappingTable(InstantSource.system(), Duration.ofHours(1));
    private final MetadataMetrics metrics = new MetadataMetrics(new SimpleMeterRegistry());
    private final CommitBatcher commits = new CommitBatcher(table::commit, 1, 8, 100, System::nanoTime, metrics);
    private final ClusterView view = new ClusterView(
            IntStream.rangeClosed(1, 6)
                    .mapToObj(i ->
                            new ServerInfo(new ServerId("flash-" + i), "host", 7000, "", 1 << 30, ServerInfo.Status.UP))
                    .toList(),
            RedundancyScheme.REP_3,
            RedundancyScheme.EC_4_2,
            64,
            1);
    private final MetadataEndpoint endpoint = new MetadataEndpoint(
            MetadataTables.of(table, grants, table, table.buckets(), table.uploads(), table.versions()),
            () -> view,
            commits,
            50,
            4,
            System::nanoTime,
            metrics,
            new NextWrites(() -> view, view::scheme, UnaryOperator.identity()));

    @AfterEach
    void close() {
        endpoint.close();
        commits.close();
    }

    private Message answer(Principal caller, MessageType type, MessageLite header) {
        return endpoint.handle(Message.of(type, header), new CallContext("test", Long.MAX_VALUE / 2, caller))
                .toCompletableFuture()
                .join();
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

    private static CreateBucketRequest creation(String name, String owner) {
        return CreateBucketRequest.newBuilder().setBucket(name).setOwner(owner).build();
    }

    private @Nullable ErrorCode create(Principal caller, String name, String owner) {
        return send(caller, MessageType.CREATE_BUCKET, creation(name, owner));
    }

    private String ownerOfNew(Principal caller, String name, String owner) {
        return BucketWire.unpack(answer(caller, MessageType.CREATE_BUCKET, creation(name, owner))
                        .header(BucketResponse.class)
                        .getBucket())
                .owner();
    }

    private @Nullable ErrorCode delete(Principal caller) {
        return send(
                caller,
                MessageType.DELETE_BUCKET,
                DeleteBucketRequest.newBuilder().setBucket(PHOTOS).build());
    }

    private @Nullable ErrorCode configure(Principal caller) {
        return send(caller, MessageType.CONFIGURE_BUCKET, BucketWire.configure(PHOTOS, Map.of("tags", "a=b")));
    }

    private @Nullable ErrorCode find(Principal caller) {
        return send(
                caller,
                MessageType.GET_BUCKET,
                GetBucketRequest.newBuilder().setBucket(PHOTOS).build());
    }

    private @Nullable ErrorCode commit(Principal caller) {
        return send(caller, MessageType.COMMIT, MappingWire.pack(Samples.write(Samples.object("cat"))));
    }

    private List<String> listed(Principal caller, String owner) {
        BucketPage page = BucketWire.unpack(answer(caller, MessageType.LIST_BUCKETS, BucketWire.list(owner, "", 100))
                .header(ListBucketsResponse.class));
        return page.buckets().stream().map(BucketInfo::name).toList();
    }

    @Test
    void schemeThatThereAreTooFewServersFor_isRefused_andSaysHowManyThereAre() {
        Map<String, String> wide = Map.of("scheme.ec", "EC(8+3)", "scheme.rep", "REP(2)");
        assertThatThrownBy(() -> answer(
                        OPS,
                        MessageType.CREATE_BUCKET,
                        creation("wide", "").toBuilder().putAllSettings(wide).build()))
                .hasMessageEndingWith("setting scheme.ec: 'EC(8+3)' given, expected at most 6 fragments: each goes to"
                        + " a server of its own, and the cluster has 6");
        assertThat(listed(OPS, "")).doesNotContain("wide");
        assertThat(create(OPS, PHOTOS, "")).isNull();
        assertThat(send(OPS, MessageType.CONFIGURE_BUCKET, BucketWire.configure(PHOTOS, new HashMap<>(wide))))
                .isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(send(
                        OPS,
                        MessageType.CONFIGURE_BUCKET,
                        BucketWire.configure(PHOTOS, Map.of("scheme.ec", "EC(4+1)"))))
                .isNull();
    }

    @Test
    void row_isShownToItsNextWriter_underItsBucketsScheme() {
        assertThat(commit(OPS)).isNull();
        assertThat(send(
                        OPS,
                        MessageType.CONFIGURE_BUCKET,
                        BucketWire.configure(PHOTOS, Map.of("scheme.ec", "EC(3+2)"))))
                .isNull();
        LookupRequest lookup = LookupRequest.newBuilder()
                .setId(Wire.pack(Samples.object("cat")))
                .build();
        Lookup found =
                MappingWire.unpack(answer(OPS, MessageType.LOOKUP, lookup).header(LookupResponse.class));
        assertThat(found.schemes()).isEqualTo(BucketSchemes.parsed(null, "EC(3+2)"));
        assertThat(found.mapping())
                .returns(RedundancyState.EC_EWO, ObjectMapping::state)
                .returns(Samples.SIX, ObjectMapping::live)
                .returns("EC(3+2)", row -> row.destination().scheme().toString());
        CommitResult done = MappingWire.unpack(
                answer(OPS, MessageType.COMMIT, MappingWire.pack(Samples.write(Samples.object("cat"))))
                        .header(CommitResponse.class));
        assertThat(done.current()).returns(RedundancyState.EC_EWO, ObjectMapping::state);
    }

    @Test
    void newBucket_isItsMakers_andOnlyOperatorsAndGatewaysMakeAnothers() {
        assertThat(ownerOfNew(ALICE, "first", "")).isEqualTo("alice");
        assertThat(ownerOfNew(ALICE, "second", "alice")).isEqualTo("alice");
        assertThat(create(ALICE, "third", "bob")).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(ownerOfNew(OPS, "fourth", "")).isEqualTo("ops");
        assertThat(ownerOfNew(OPS, "fifth", "bob")).isEqualTo("bob");
        assertThat(ownerOfNew(GATEWAY, "sixth", "alice")).isEqualTo("alice");
        assertThat(ownerOfNew(GATEWAY, "seventh", "")).isEmpty();
        assertThat(ownerOfNew(Principal.ANYBODY, "eighth", "")).isEmpty();
        assertThat(create(OPS, "No", "")).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(create(OPS, "ninth", "a b")).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void user_listsItsOwn_operatorsAndGatewaysAll() {
        table.buckets().create("of-alice", "alice");
        table.buckets().create("of-bob", "bob");
        table.buckets().create("of-nobody", "");

        assertThat(listed(ALICE, "")).containsExactly("of-alice");
        assertThat(listed(ALICE, "alice")).containsExactly("of-alice");
        assertThat(listed(OPS, "")).containsExactly("of-alice", "of-bob", "of-nobody");
        assertThat(listed(GATEWAY, "bob")).containsExactly("of-bob");
        assertThat(send(ALICE, MessageType.LIST_BUCKETS, BucketWire.list("bob", "", 100)))
                .isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(send(OPS, MessageType.LIST_BUCKETS, BucketWire.list("", "", 1001)))
                .isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void bucket_isChangedAndDeletedByItsOwnersOnly() {
        table.buckets().create(PHOTOS, "alice");
        grants.set(PHOTOS, "alice", Access.OWNER);
        grants.set(PHOTOS, "bob", Access.WRITE);

        assertThat(configure(BOB)).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(delete(BOB)).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(find(BOB)).isNull();
        assertThat(configure(ALICE)).isNull();
        assertThat(configure(GATEWAY)).isNull();
        assertThat(delete(ALICE)).isNull();
        assertThat(table.buckets().find(PHOTOS)).isNull();
    }

    @Test
    void bucketThatDoesNotExist_isNotFound_byAnybody_andNobodysAfterwards() {
        for (Principal caller : List.of(ALICE, OPS, GATEWAY)) {
            assertThat(find(caller)).isEqualTo(ErrorCode.BUCKET_NOT_FOUND);
            assertThat(delete(caller)).isEqualTo(ErrorCode.BUCKET_NOT_FOUND);
            assertThat(configure(caller)).isEqualTo(ErrorCode.BUCKET_NOT_FOUND);
            assertThat(send(
                            caller,
                            MessageType.LIST_OBJECTS,
                            ListObjectsRequest.newBuilder()
                                    .setBucket(PHOTOS)
                                    .setLimit(10)
                                    .build()))
                    .isEqualTo(ErrorCode.BUCKET_NOT_FOUND);
        }
        assertThat(grants.ofBucket(PHOTOS)).isEmpty();
    }

    @Test
    void bucketOfNobody_isNotAUsersToDelete() {
        table.buckets().create(PHOTOS, "");
        assertThat(delete(ALICE)).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(configure(ALICE)).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(delete(OPS)).isNull();
    }

    /** Known access is kept for a moment: also that to a bucket which another process has deleted since. */
    @Test
    void writeToABucketThatWasDeletedSince_needsANewClaim() {
        assertThat(commit(ALICE)).isNull();
        var unused = table.delete(Samples.object("cat"), Condition.NONE);
        table.buckets().delete(PHOTOS);
        grants.set(PHOTOS, "alice", null);
        grants.deleted.add(PHOTOS);
        grants.set(PHOTOS, "bob", Access.OWNER);

        assertThat(commit(ALICE)).isEqualTo(ErrorCode.PERMISSION_DENIED);
        assertThat(delete(ALICE)).isEqualTo(ErrorCode.PERMISSION_DENIED);
    }

    @Test
    void pageOfBucketsWithLargeSettings_isShort_andSaysSo() {
        for (int i = 0; i < 20; i++) {
            table.buckets().create("bucket-" + (char) ('a' + i), "");
            var unused = table.buckets()
                    .configure(
                            "bucket-" + (char) ('a' + i),
                            Map.of("policy", "x".repeat(BucketInfo.MAX_SETTINGS_BYTES - 10)));
        }
        BucketPage page = BucketWire.unpack(answer(OPS, MessageType.LIST_BUCKETS, BucketWire.list("", "", 100))
                .header(ListBucketsResponse.class));
        assertThat(page.buckets()).hasSizeBetween(1, 19);
        assertThat(page.more()).isTrue();
    }
}
