package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.WriteKeys;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.server.cluster.Drain;
import io.chameleon.server.store.Bytes;
import io.chameleon.server.store.Forgery;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.server.store.TestDevice;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.DeleteFragmentsRequest;
import io.chameleon.transport.wire.DeleteFragmentsResponse;
import io.chameleon.transport.wire.ListFragmentsRequest;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Isolation of users on one flash server: the endpoint over a store, as the transport calls it. */
class UserWritesTest {
    private static final Principal ALICE = new Principal("alice", Role.USER);
    private static final Principal MALLORY = new Principal("mallory", Role.USER);
    private static final Principal GATEWAY = new Principal("s3", Role.GATEWAY);
    private static final Principal BALANCER = new Principal("balancer-0", Role.BALANCER);
    private static final Duration GRACE = Duration.ofHours(1);

    private long share;
    private Instant now = Instant.parse("2026-11-23T12:00:00Z");
    private final InstantSource clock = () -> now;
    private final WriteKeys alices = new WriteKeys(new SplittableRandom(1));
    private final WriteKeys mallorys = new WriteKeys(new SplittableRandom(2));
    private final WriteIds aliceMakes = new WriteIds(clock, alices);
    private final WriteIds malloryMakes = new WriteIds(clock, mallorys);
    private final WriteId write = aliceMakes.next();
    private final TestDevice device = TestDevice.small();
    private FragmentStore store = new FragmentStore(device, 0.02, Runnable::run);
    private FlashServerEndpoint server = endpoint(Runnable::run);

    private FlashServerEndpoint endpoint(Executor workers) {
        ServerId id = new ServerId("flash-1");
        ServerMetrics metrics = new ServerMetrics(new SimpleMeterRegistry(), id);
        return new FlashServerEndpoint(
                store,
                new FlashMonitor(id, store, 3000),
                new Scrubber(store, 0, clock),
                new Drain(_ -> {}),
                new RequestQueue(workers, 100, System::nanoTime, metrics),
                new SpaceShortage(store::usage, System::nanoTime),
                metrics,
                UnpooledByteBufAllocator.DEFAULT,
                new UserWrites(
                        new WriteAges(clock, GRACE),
                        new UserShares(store::usage, share, GRACE, System::nanoTime, metrics::userRefused)),
                clock);
    }

    private CompletionStage<Message> ask(Principal caller, Message request) {
        return server.handle(request, new CallContext("test", Long.MAX_VALUE, caller));
    }

    private void put(Principal caller, WriteKeys keys, Bytes bytes) {
        put(caller, ByteString.copyFrom(keys.keyOf(bytes.id().writeId())), bytes, bytes.content());
    }

    private void put(Principal caller, ByteString key, Bytes bytes, byte[] content) {
        PutFragmentRequest header = PutFragmentRequest.newBuilder()
                .setId(Wire.pack(bytes.id()))
                .setCrc32C(bytes.fragment().crc32c())
                .setScheme(Wire.pack(bytes.fragment().scheme()))
                .setSegmentLength(bytes.fragment().segmentLength())
                .setWriteKey(key)
                .build();
        join(ask(caller, new Message(MessageType.PUT_FRAGMENT, header, Unpooled.wrappedBuffer(content))));
    }

    private void putInternally(Bytes bytes) {
        put(BALANCER, ByteString.EMPTY, bytes, bytes.content());
    }

    private int delete(Principal caller, WriteKeys keys, WriteId... writes) {
        DeleteFragmentsRequest header = DeleteFragmentsRequest.newBuilder()
                .addAllWriteIds(Wire.pack(List.of(writes)))
                .addAllWriteKeys(Arrays.stream(writes)
                        .map(id -> ByteString.copyFrom(keys.keyOf(id)))
                        .toList())
                .build();
        return delete(caller, header);
    }

    private int delete(Principal caller, DeleteFragmentsRequest header) {
        return join(ask(caller, Message.of(MessageType.DELETE_FRAGMENTS, header)))
                .header(DeleteFragmentsResponse.class)
                .getDeleted();
    }

    private static Message join(CompletionStage<Message> answer) {
        try {
            return answer.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw (ChameleonError) e.getCause();
        }
    }

    private static void assertRefused(ErrorCode code, Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOfSatisfying(
                        ChameleonError.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static Bytes bytes(WriteId write, int segment) {
        return Bytes.of(new FragmentId(write, segment, 0), 5_000);
    }

    private byte[] stored(FragmentId id) {
        io.chameleon.server.store.Fragment fragment = store.find(id);
        byte[] into = new byte[fragment.length()];
        store.read(fragment, 0, MemorySegment.ofArray(into));
        return into;
    }

    @Test
    void write_thatFailed_isCalledOffByItsOwnUserOnly() {
        put(ALICE, alices, bytes(write, 0));
        put(ALICE, alices, bytes(write, 1));

        assertRefused(ErrorCode.PERMISSION_DENIED, () -> delete(MALLORY, mallorys, write));
        assertThat(delete(ALICE, alices, write)).isEqualTo(2);
    }

    @Test
    void write_ofAnother_isNotAddedTo_neitherWhereItIsNorWhereItIsNot() {
        assertRefused(ErrorCode.PERMISSION_DENIED, () -> put(MALLORY, mallorys, bytes(write, 1)));
        put(ALICE, alices, bytes(write, 0));

        assertRefused(ErrorCode.PERMISSION_DENIED, () -> put(MALLORY, mallorys, bytes(write, 1)));
        assertRefused(
                ErrorCode.PERMISSION_DENIED,
                () -> put(
                        MALLORY,
                        ByteString.EMPTY,
                        bytes(write, 1),
                        bytes(write, 1).content()));
        assertThat(store.list(Long.MAX_VALUE, null, 10).fragments()).hasSize(1);
    }

    @Test
    void refusedPut_ofAWriteThatComesHereLater_givesItsSenderNoRightToDeleteIt() {
        Bytes live = bytes(write, 0);
        assertThatThrownBy(() -> put(MALLORY, ByteString.copyFrom(mallorys.keyOf(write)), live, new byte[5_000]))
                .isInstanceOf(ChameleonError.class);
        putInternally(live);

        assertRefused(ErrorCode.PERMISSION_DENIED, () -> delete(MALLORY, mallorys, write));
        assertThat(stored(live.id())).isEqualTo(live.content());
    }

    @Test
    void gateway_mayNotTouchTheWritesOfOthersEither() {
        put(ALICE, alices, bytes(write, 0));
        assertRefused(ErrorCode.PERMISSION_DENIED, () -> delete(GATEWAY, mallorys, write));
        assertRefused(
                ErrorCode.PERMISSION_DENIED,
                () -> delete(
                        GATEWAY,
                        DeleteFragmentsRequest.newBuilder()
                                .addWriteIds(Wire.pack(write))
                                .build()));
        assertRefused(ErrorCode.PERMISSION_DENIED, () -> put(GATEWAY, mallorys, bytes(write, 1)));
    }

    @Test
    void deletion_ofManyWrites_oneOfWhichIsAnothers_deletesNone() {
        WriteId own = malloryMakes.next();
        put(ALICE, alices, bytes(write, 0));
        put(MALLORY, mallorys, bytes(own, 0));

        assertRefused(ErrorCode.PERMISSION_DENIED, () -> delete(MALLORY, mallorys, own, write));
        assertRefused(
                ErrorCode.PERMISSION_DENIED,
                () -> delete(
                        MALLORY,
                        DeleteFragmentsRequest.newBuilder()
                                .addAllWriteIds(Wire.pack(List.of(own, write)))
                                .addWriteKeys(ByteString.copyFrom(mallorys.keyOf(own)))
                                .build()));
        assertThat(store.list(Long.MAX_VALUE, null, 10).fragments()).hasSize(2);
    }

    @Test
    void ownWrite_afterARestartOfTheServer_isStillItsUsers() {
        put(ALICE, alices, bytes(write, 0));
        store = new FragmentStore(device, 0.02, Runnable::run);
        server = endpoint(Runnable::run);

        assertRefused(ErrorCode.PERMISSION_DENIED, () -> put(MALLORY, mallorys, bytes(write, 1)));
        put(ALICE, alices, bytes(write, 1));
        assertThat(delete(ALICE, alices, write)).isEqualTo(2);
    }

    @Test
    void write_olderThanTheGracePeriod_isNeitherAddedToNorDeletedByItsUser() {
        put(ALICE, alices, bytes(write, 0));
        now = now.plus(GRACE).plusMillis(1);

        assertRefused(ErrorCode.WRITE_TOO_OLD, () -> put(ALICE, alices, bytes(write, 1)));
        assertRefused(ErrorCode.WRITE_TOO_OLD, () -> delete(ALICE, alices, write));
        putInternally(bytes(write, 1));
        assertThat(stored(bytes(write, 1).id())).isEqualTo(bytes(write, 1).content());
    }

    @Test
    void write_datedFurtherAheadThanHonestClocksAre_takesNoFragments() {
        now = now.plus(MappingRules.LONGEST_LEAD);
        WriteId early = new WriteIds(clock, alices).next();
        now = now.plusMillis(1);
        WriteId tooEarly = new WriteIds(clock, alices).next();
        now = now.minus(MappingRules.LONGEST_LEAD).minusMillis(1);

        assertThatCode(() -> put(ALICE, alices, bytes(early, 0))).doesNotThrowAnyException();
        assertRefused(ErrorCode.WRITE_FROM_FUTURE, () -> put(ALICE, alices, bytes(tooEarly, 0)));
        assertRefused(ErrorCode.WRITE_FROM_FUTURE, () -> put(Principal.ANYBODY, alices, bytes(tooEarly, 0)));
    }

    @Test
    void fragments_fromTheFuture_areListedAsOld_onceTheServerHasBeenUpForTheGracePeriod() {
        Instant opened = now;
        putInternally(bytes(write, 0));
        now = opened.plus(Duration.ofDays(36_500));
        WriteId future = aliceMakes.next();
        now = opened;
        putInternally(bytes(future, 0));
        putInternally(bytes(future, 1));

        assertThat(listed(10)).as("just come up").isEmpty();
        now = opened.plus(GRACE);
        assertThat(listed(10)).as("not longer than the grace period").isEmpty();
        now = opened.plus(GRACE).plusMillis(1);
        WriteId young = malloryMakes.next();
        putInternally(bytes(young, 0));
        assertThat(listed(10))
                .containsExactly(
                        bytes(write, 0).id(),
                        bytes(future, 0).id(),
                        bytes(future, 1).id());
        assertThat(listed(2))
                .as("page by page")
                .containsExactly(
                        bytes(write, 0).id(),
                        bytes(future, 0).id(),
                        bytes(future, 1).id());
        assertThat(listed(1)).hasSize(3);
    }

    /** As reconciliation asks, in pages. */
    private List<FragmentId> listed(int page) {
        List<FragmentId> ids = new java.util.ArrayList<>();
        boolean more = true;
        while (more) {
            ListFragmentsRequest.Builder request = ListFragmentsRequest.newBuilder()
                    .setOlderThanMillis(now.minus(GRACE).toEpochMilli())
                    .setLimit(page);
            if (!ids.isEmpty()) {
                request.setAfter(Wire.pack(ids.getLast()));
            }
            ListFragmentsResponse answer = join(ask(BALANCER, Message.of(MessageType.LIST_FRAGMENTS, request.build())))
                    .header(ListFragmentsResponse.class);
            answer.getFragmentsList().forEach(entry -> ids.add(Wire.unpack(entry.getId())));
            more = answer.getMore();
        }
        return ids;
    }

    @Test
    void forgedFragment_ofTheSameLengthAndChecksum_isReplacedByTheBalancers() {
        Bytes real = bytes(write, 0);
        Bytes forged = Forgery.of(real);
        put(ALICE, alices, forged);

        putInternally(real);

        assertThat(stored(real.id())).isEqualTo(real.content());
    }

    @Test
    void plantedFragment_ofAnotherLength_doesNotBarTheBalancers() {
        Bytes planted = Bytes.of(new FragmentId(write, 0, 0), 9_000, 3);
        Bytes real = bytes(write, 0);
        put(ALICE, alices, planted);

        putInternally(real);

        assertThat(stored(real.id())).isEqualTo(real.content());
        store = new FragmentStore(device, 0.02, Runnable::run);
        assertThat(stored(real.id())).as("after a restart").isEqualTo(real.content());
    }

    @Test
    void fragment_thatIsHere_isNotChangedByItsUser_howeverGoodTheForgery() {
        Bytes real = bytes(write, 0);
        put(ALICE, alices, real);

        put(ALICE, alices, real);
        assertRefused(ErrorCode.INVALID_REQUEST, () -> put(ALICE, alices, Forgery.of(real)));
        assertThat(stored(real.id())).isEqualTo(real.content());
    }

    @Test
    void deletion_ofMoreWritesThanOneRequestMay_isInvalid() {
        WriteId[] many = Collections.nCopies(Wire.MOST_DELETED + 1, write).toArray(WriteId[]::new);

        assertRefused(ErrorCode.INVALID_REQUEST, () -> delete(BALANCER, alices, many));
        assertThat(delete(BALANCER, alices, Arrays.copyOf(many, Wire.MOST_DELETED)))
                .isZero();
    }

    @Test
    void deletion_isCheckedOnAWorker_notWhereItArrives() {
        Queue<Runnable> waiting = new ArrayDeque<>();
        server = endpoint(waiting::add);
        DeleteFragmentsRequest anothers = DeleteFragmentsRequest.newBuilder()
                .addAllWriteIds(Wire.pack(List.of(write)))
                .build();

        CompletionStage<Message> answer = ask(MALLORY, Message.of(MessageType.DELETE_FRAGMENTS, anothers));

        assertThat(answer.toCompletableFuture()).isNotDone();
        waiting.forEach(Runnable::run);
        assertRefused(ErrorCode.PERMISSION_DENIED, () -> join(answer));
    }

    @Test
    void user_whoHasPutItsShareOfADeviceShortOfSpace_isRefused_othersAndTheBalancerAreNot() {
        share = 400 * 4096;
        server = endpoint(Runnable::run);
        Bytes large = Bytes.of(new FragmentId(malloryMakes.next(), 0, 0), 400 * 4096);
        put(MALLORY, mallorys, large);
        putInternally(Bytes.of(new FragmentId(aliceMakes.next(), 0, 0), 300 * 4096));
        Bytes more = bytes(malloryMakes.next(), 0);

        assertRefused(ErrorCode.OVERLOADED, () -> put(MALLORY, mallorys, more));
        put(ALICE, alices, bytes(write, 0));
        putInternally(bytes(write, 1));
        assertThat(delete(MALLORY, mallorys, large.id().writeId())).isEqualTo(1);
        put(MALLORY, mallorys, more);
    }
}
