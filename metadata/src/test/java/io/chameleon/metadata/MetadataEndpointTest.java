package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.request.MetadataTables;
import io.chameleon.metadata.table.Samples;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.ObjectWire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.wire.ClaimRequest;
import io.chameleon.transport.wire.ClusterViewRequest;
import io.chameleon.transport.wire.ClusterViewResponse;
import io.chameleon.transport.wire.CommitRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.FencedRequest;
import io.chameleon.transport.wire.GarbageRequest;
import io.chameleon.transport.wire.LiveWritesRequest;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.LookupResponse;
import io.chameleon.transport.wire.ObjectIdP;
import io.chameleon.transport.wire.RemapP;
import io.chameleon.transport.wire.ScanRequest;
import io.chameleon.transport.wire.ScanResponse;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.StorePlanRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MetadataEndpointTest {
    private static final CallContext PATIENT = new CallContext("test", Long.MAX_VALUE / 2);

    private final AtomicLong nanoTime = new AtomicLong();
    private final InMemoryMappingTable table = new InMemoryMappingTable(InstantSource.system(), Duration.ofHours(1));
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MetadataMetrics metrics = new MetadataMetrics(registry);
    private final CommitBatcher commits = new CommitBatcher(table::commit, 1, 8, 8, nanoTime::get, metrics);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final FakeGrants grants = new FakeGrants();
    private final ClusterView view = new ClusterView(List.of(), RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, 1);
    /** Two places and one worker; a cluster view waits for the gate. */
    private final MetadataEndpoint endpoint = new MetadataEndpoint(
            MetadataTables.of(table, grants, table, table.buckets(), table.uploads(), table.versions()),
            this::gatedView,
            commits,
            2,
            1,
            nanoTime::get,
            metrics);

    private ClusterView gatedView() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return view;
    }

    @AfterEach
    void close() {
        gate.countDown();
        endpoint.close();
        commits.close();
    }

    private CompletableFuture<Message> send(MessageType type, MessageLite header) {
        return send(type, header, PATIENT);
    }

    private CompletableFuture<Message> send(MessageType type, MessageLite header, CallContext context) {
        return endpoint.handle(Message.of(type, header), context).toCompletableFuture();
    }

    private static ChameleonError error(CompletableFuture<Message> failed) {
        try {
            failed.get();
        } catch (ExecutionException e) {
            return (ChameleonError) Objects.requireNonNull(e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        throw new AssertionError("did not fail");
    }

    private static LookupRequest lookupOf(String bucket, String key) {
        return LookupRequest.newBuilder()
                .setId(ObjectIdP.newBuilder().setBucket(bucket).setKey(key))
                .build();
    }

    @Test
    void lookup_isAnswered_whileEveryWorkerIsBusyWithSomethingSlow() throws Exception {
        CompletableFuture<Message> slow = send(MessageType.CLUSTER_VIEW, ClusterViewRequest.getDefaultInstance());

        assertThat(send(MessageType.LOOKUP, lookupOf("films", "a")).get(2, TimeUnit.MINUTES))
                .isNotNull();
        assertThat(slow).isNotDone();
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                Arguments.of(MessageType.LOOKUP, lookupOf("No Bucket", "key"), "bucket"),
                Arguments.of(MessageType.LOOKUP, lookupOf("photos", ""), "object key"),
                Arguments.of(MessageType.LOOKUP, lookupOf("photos", "a\0b"), "without NUL"),
                Arguments.of(MessageType.COMMIT, CommitRequest.getDefaultInstance(), "expected"),
                Arguments.of(
                        MessageType.SET_BUCKET_POLICY,
                        SetBucketPolicyRequest.newBuilder()
                                .setBucket("photos")
                                .setPolicy(9)
                                .build(),
                        "redundancy policy code: '9'"),
                Arguments.of(
                        MessageType.SCAN, ScanRequest.newBuilder().setLimit(-1).build(), "limit"),
                Arguments.of(
                        MessageType.SCAN,
                        ScanRequest.newBuilder().setLimit(1).setOrderValue(77).build(),
                        "order of a scan"),
                Arguments.of(
                        MessageType.GARBAGE,
                        GarbageRequest.newBuilder()
                                .setLimit(1)
                                .setMinAgeMillis(-1)
                                .build(),
                        "age of garbage"),
                Arguments.of(
                        MessageType.CLAIM,
                        ClaimRequest.newBuilder().setHolder("a\0").build(),
                        "holder"),
                Arguments.of(
                        MessageType.LIVE_WRITES,
                        LiveWritesRequest.newBuilder().setServer("no server").build(),
                        "server id"),
                Arguments.of(
                        MessageType.STORE_PLAN,
                        StorePlanRequest.newBuilder()
                                .setEpoch(2)
                                .addRemaps(RemapP.newBuilder()
                                        .setId(ObjectIdP.newBuilder()
                                                .setBucket("photos")
                                                .setKey("cat"))
                                        .setEvent(7)
                                        .setEpoch(1))
                                .build(),
                        "epochs of the remaps"),
                Arguments.of(MessageType.DRAIN, Empty.getDefaultInstance(), "no such call"));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void malformedRequest_isInvalid_andSaysWhatInOneLine(MessageType type, MessageLite header, String what) {
        ChameleonError error = error(send(type, header));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(error.getMessage()).contains(what).doesNotContain("\n");
    }

    /** Whatever the bytes parse to, the result is an answer or a protocol error, and the endpoint continues. */
    @Test
    void randomHeaders_neverBreakTheEndpoint() throws Exception {
        long seed = Long.getLong("chameleon.seed", 99L);
        Random random = new Random(seed);
        gate.countDown();
        for (MessageType type : MessageType.values()) {
            for (int i = 0; type.code() >= 32 && i < 50; i++) {
                byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                MessageLite header;
                try {
                    header = type.requestParser().parseFrom(bytes);
                } catch (InvalidProtocolBufferException e) {
                    continue;
                }
                assertThat(send(type, header)
                                .handle((answer, failure) -> failure)
                                .get())
                        .as("seed %d, %s", seed, type)
                        .satisfiesAnyOf(
                                failure -> assertThat(failure).isNull(),
                                failure -> assertThat(failure).isInstanceOf(ChameleonError.class));
            }
        }
        assertThat(send(MessageType.LOOKUP, lookupOf("photos", "cat")).get().type())
                .isEqualTo(MessageType.LOOKUP);
    }

    @Test
    void requestsBeyondThePlaces_areRefusedAsOverload_andCommitsAreNot() throws Exception {
        CompletableFuture<Message> working = send(MessageType.CLUSTER_VIEW, ClusterViewRequest.getDefaultInstance());
        CompletableFuture<Message> waiting = send(MessageType.CLUSTER_VIEW, ClusterViewRequest.getDefaultInstance());

        assertThat(error(send(MessageType.LOOKUP, lookupOf("photos", "cat"))).code())
                .isEqualTo(ErrorCode.OVERLOADED);
        assertThat(send(MessageType.COMMIT, MappingWire.pack(Samples.write(Samples.object("cat"))))
                        .get()
                        .type())
                .isEqualTo(MessageType.COMMIT);
        gate.countDown();
        assertThat(ClusterWire.unpack(working.get().header(ClusterViewResponse.class)))
                .isEqualTo(view);
        assertThat(waiting.get().type()).isEqualTo(MessageType.CLUSTER_VIEW);
        assertThat(send(MessageType.LOOKUP, lookupOf("photos", "cat"))
                        .get()
                        .header(LookupResponse.class)
                        .hasMapping())
                .isTrue();
    }

    @Test
    void requestWhoseDeadlineIsOver_isNotTried() {
        nanoTime.set(10);
        FencedRequest advance = FencedRequest.newBuilder()
                .setFence(table.claim("balancer-0").fence())
                .build();
        assertThat(error(send(MessageType.ADVANCE_EPOCH, advance, new CallContext("test", 10)))
                        .code())
                .isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        assertThat(table.balancerEpoch().epoch()).isEqualTo(1);
    }

    @Test
    void scanOfMoreThanAFrameHolds_endsEarly_withTheFirstOfItsOrder() throws Exception {
        String long900 = "x".repeat(900);
        for (int i = 0; i < 9000; i++) {
            table.commit(List.of(Samples.write(Samples.object(String.format(Locale.ROOT, "%05d-%s", i, long900)))));
        }
        Message answer = send(
                        MessageType.SCAN,
                        ScanRequest.newBuilder()
                                .setOrder(ScanRequest.Order.COLDEST)
                                .setLimit(Integer.MAX_VALUE)
                                .build())
                .get();
        ScanResponse scanned = answer.header(ScanResponse.class);

        assertThat(scanned.getSerializedSize()).isBetween(7 << 20, 9 << 20);
        assertThat(ObjectWire.unpack(scanned.getObjects(0)))
                .isEqualTo(table.coldest(1).get(0));
    }

    /** Three statements' worth of lookups behind the one worker, which is busy until the endpoint is closing. */
    @Test
    void lookupsThatWait_areAnsweredByAnEndpointThatCloses() throws Exception {
        MetadataEndpoint closing = new MetadataEndpoint(
                MetadataTables.of(table, grants, table, table.buckets(), table.uploads(), table.versions()),
                this::gatedView,
                commits,
                1_000,
                1,
                nanoTime::get,
                metrics);
        CompletionStage<Message> working =
                closing.handle(Message.of(MessageType.CLUSTER_VIEW, ClusterViewRequest.getDefaultInstance()), PATIENT);
        List<CompletableFuture<Message>> lookups = IntStream.range(0, 300)
                .mapToObj(i -> Message.of(MessageType.LOOKUP, lookupOf("photos", "k" + i)))
                .map(lookup -> closing.handle(lookup, PATIENT).toCompletableFuture())
                .toList();
        Thread closer = Thread.ofPlatform().start(closing::close);
        // It has shut the workers down once it waits for them.
        await().until(closer::getState, Thread.State.TIMED_WAITING::equals);
        gate.countDown();
        closer.join();

        assertThat(working.toCompletableFuture()).isCompleted();
        assertThat(lookups).allSatisfy(answer -> assertThat(answer).isCompleted());
    }

    @Test
    void requests_areCountedByTypeAndOutcome() {
        error(send(MessageType.LOOKUP, lookupOf("photos", "")));
        assertThat(registry.get("chameleon.metadata.request")
                        .tags("type", "LOOKUP", "outcome", "INVALID_REQUEST")
                        .timer()
                        .count())
                .isEqualTo(1);
    }
}
