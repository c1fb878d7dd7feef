package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import io.chameleon.server.cluster.Drain;
import io.chameleon.server.store.Bytes;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.server.store.TestDevice;
import io.chameleon.simssd.FileRange;
import io.chameleon.transport.client.Deletion;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentPage;
import io.chameleon.transport.client.FragmentRead;
import io.chameleon.transport.protocol.FileBytes;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.wire.GetFragmentRequest;
import io.chameleon.transport.wire.LookupRequest;
import io.chameleon.transport.wire.PutFragmentRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint behind the network port, in one process. */
class EndpointTest {
    private static final Endpoint HERE = new Endpoint("flash-1", 7000);
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int LIMIT = 4;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final TestDevice device = TestDevice.small();
    private final FragmentStore store = new FragmentStore(device, 0.02, threads);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Boolean> announced = new ArrayList<>();
    private final LoopbackNetwork network = new LoopbackNetwork();
    private final FlashClient client = new FlashClient(network);
    private volatile long now;
    private final AtomicLong wallMillis = new AtomicLong(System.currentTimeMillis());
    private final InstantSource clock = () -> Instant.ofEpochMilli(wallMillis.get());

    private FlashServerEndpoint endpoint(Executor workers) {
        ServerId id = new ServerId("flash-1");
        ServerMetrics metrics = new ServerMetrics(meters, id);
        return new FlashServerEndpoint(
                store,
                new FlashMonitor(id, store, 3000),
                new Scrubber(store, 0, InstantSource.system()),
                new Drain(announced::add),
                new RequestQueue(workers, LIMIT, () -> now, metrics),
                new SpaceShortage(store::usage, () -> now),
                metrics,
                UnpooledByteBufAllocator.DEFAULT,
                new UserWrites(
                        new WriteAges(clock, Duration.ofHours(1)),
                        new UserShares(store::usage, 0, Duration.ofHours(1), System::nanoTime, metrics::userRefused)),
                clock);
    }

    private void serve() {
        now = Long.MIN_VALUE / 2; // deadlines are far away
        network.bind(HERE, endpoint(threads));
    }

    @AfterEach
    void close() {
        network.close();
        threads.close();
    }

    private CompletableFuture<Void> put(Bytes bytes) {
        return put(bytes, bytes.content());
    }

    private CompletableFuture<Void> put(Bytes announced, byte[] sent) {
        return client.put(
                HERE,
                announced.id(),
                announced.fragment().crc32c(),
                announced.fragment().scheme(),
                announced.fragment().segmentLength(),
                WriteHint.HOT,
                UnpooledByteBufAllocator.DEFAULT.buffer().writeBytes(sent),
                SOON);
    }

    private byte[] get(FragmentId id, int offset, int length) {
        FragmentRead read = client.get(HERE, id, offset, length, SOON).join();
        try {
            return ByteBufUtil.getBytes(read.payload());
        } finally {
            read.payload().release();
        }
    }

    private static void assertFails(ErrorCode code, CompletableFuture<?> answer) {
        assertThatThrownBy(answer::join)
                .isInstanceOf(CompletionException.class)
                .satisfies(thrown -> assertThat(thrown.getCause())
                        .isInstanceOfSatisfying(
                                ChameleonError.class, e -> assertThat(e.code()).isEqualTo(code)));
    }

    @Test
    void fragment_putOverTheNetwork_isRead_listed_andDeleted() {
        serve();
        Bytes bytes = Bytes.of(Bytes.id(5), 10_000);
        put(bytes).join();
        assertThat(get(bytes.id(), 0, 0)).isEqualTo(bytes.content());
        assertThat(get(bytes.id(), 4095, 2)).isEqualTo(Arrays.copyOfRange(bytes.content(), 4095, 4097));
        assertThat(get(bytes.id(), 9_000, 0)).isEqualTo(Arrays.copyOfRange(bytes.content(), 9_000, 10_000));
        FragmentRead whole = client.get(HERE, bytes.id(), 0, 0, SOON).join();
        assertThat(whole.matchesChecksum()).isTrue();
        whole.release();
        FragmentRead read = client.get(HERE, bytes.id(), 1, 1, SOON).join();
        assertThat(read.matchesChecksum()).as("a part is not the whole").isFalse();
        read.release();
        assertThat(read.fragmentLength()).isEqualTo(10_000);
        assertThat(read.fragmentCrc32c()).isEqualTo(bytes.fragment().crc32c());
        assertThat(read.scheme()).isEqualTo(bytes.fragment().scheme());
        assertThat(read.segmentLength()).isEqualTo(bytes.fragment().segmentLength());
        assertThat(client.list(HERE, 0, null, 10, SOON).join())
                .isEqualTo(new FragmentPage(
                        List.of(new FragmentPage.Entry(
                                bytes.id(), 10_000, bytes.fragment().crc32c())),
                        false));
        assertThat(client.delete(HERE, List.of(bytes.id().writeId()), SOON).join())
                .isEqualTo(new Deletion(1, false));
        assertFails(ErrorCode.FRAGMENT_NOT_FOUND, client.get(HERE, bytes.id(), 0, 0, SOON));
    }

    /** While bytes are sent from the file, their place may get another object's, which not every caller may see. */
    @ParameterizedTest
    @CsvSource({
        "ADMIN, true, 0, true",
        "GATEWAY, true, 0, true",
        "BALANCER, true, 0, true",
        "USER, true, 0, false",
        "GATEWAY, false, 0, false",
        "GATEWAY, true, 1, false"
    })
    void fragment_isSentUnread_onlyToCallersThatAskForIt_andMayReadEverything(
            Role role, boolean unchecked, int offset, boolean unread, @TempDir Path directory) throws Exception {
        Bytes bytes = Bytes.of(Bytes.id(5), 70_000);
        serve();
        put(bytes).join();
        Path path = Files.write(directory.resolve("image"), bytes.content());
        try (FileChannel file = FileChannel.open(path)) {
            device.located = List.of(new FileRange(file, 0, 70_000));
            GetFragmentRequest header = GetFragmentRequest.newBuilder()
                    .setId(Wire.pack(bytes.id()))
                    .setOffset(offset)
                    .setUnchecked(unchecked)
                    .build();
            CallContext caller = new CallContext("test", Long.MAX_VALUE / 2, new Principal("somebody", role));

            Message answer = endpoint(Runnable::run)
                    .handle(Message.of(MessageType.GET_FRAGMENT, header), caller)
                    .toCompletableFuture()
                    .join();

            FileBytes sent = answer.file();
            assertThat(sent != null).isEqualTo(unread);
            if (sent != null) {
                assertThat(sent.length()).isEqualTo(70_000);
                assertThat(sent.crc32c()).isEqualTo(bytes.fragment().crc32c());
            } else {
                assertThat(ByteBufUtil.getBytes(answer.payload()))
                        .isEqualTo(Arrays.copyOfRange(bytes.content(), offset, 70_000));
            }
            answer.release();
        }
    }

    @Test
    void wear_asked_isThatOfTheDevice() {
        serve();
        put(Bytes.of(Bytes.id(1), 5 * 4096)).join();
        WearReport wear = client.wear(HERE, SOON).join();
        assertThat(wear.server()).isEqualTo(new ServerId("flash-1"));
        assertThat(wear.hostPageWrites()).isEqualTo(5);
        assertThat(wear.livePages()).isEqualTo(5);
        assertThat(wear.capacityPages()).isEqualTo(870);
        assertThat(wear.enduranceErases()).isEqualTo(3000);
        assertThat(wear.writeLatency().meanMicros()).isEqualTo(200);
    }

    @Test
    void put_withBadContentOrHeader_isInvalidAndTouchesNoFlash() {
        serve();
        Bytes bytes = Bytes.of(Bytes.id(1), 5000);
        assertFails(ErrorCode.INVALID_REQUEST, put(bytes, Arrays.copyOf(bytes.content(), 4999)));
        assertFails(ErrorCode.INVALID_REQUEST, put(bytes, new byte[5000]));
        assertFails(ErrorCode.INVALID_REQUEST, put(bytes, new byte[0]));
        ByteBuf tooShort = UnpooledByteBufAllocator.DEFAULT.buffer().writeZero(10);
        assertFails(
                ErrorCode.INVALID_REQUEST,
                client.put(HERE, bytes.id(), 0, RedundancyScheme.EC_4_2, 41, WriteHint.UNKNOWN, tooShort, SOON));
        assertThat(device.written).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5000,1", "0,5001", "-1,1", "1,-1", "2147483647,2147483647", "6000,0"})
    void get_ofARangeOutsideTheFragment_isInvalid(String range) {
        serve();
        Bytes bytes = Bytes.of(Bytes.id(1), 5000);
        put(bytes).join();
        String[] numbers = range.split(",");
        assertFails(
                ErrorCode.INVALID_REQUEST,
                client.get(HERE, bytes.id(), Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), SOON));
    }

    /**
     * A quarter of two pages, as the first format cut them; now a shard has a page. Who knows that format reads it
     * still.
     */
    @Test
    void shardOfTheFirstFormat_askedForAsNow_isOld_notDamaged() {
        serve();
        Bytes old = Bytes.of(Bytes.id(5), 2_048);
        Fragment shard = new Fragment(old.id(), 2_048, old.fragment().crc32c(), RedundancyScheme.EC_4_2, 8_192);
        put(new Bytes(shard, old.content())).join();
        assertFails(ErrorCode.FORMAT_NOT_READ, client.get(HERE, old.id(), 0, 4_096, SOON));
        assertFails(ErrorCode.FORMAT_NOT_READ, client.get(HERE, old.id(), 3_000, 10, SOON));
        assertThat(get(old.id(), 0, 2_048)).isEqualTo(old.content());
        assertThat(store.damaged()).isEmpty();
    }

    @Test
    void list_withoutALimit_isInvalid() {
        serve();
        assertFails(ErrorCode.INVALID_REQUEST, client.list(HERE, 0, null, 0, SOON));
        assertFails(ErrorCode.INVALID_REQUEST, client.list(HERE, 0, null, 1_000_000, SOON));
    }

    @Test
    void requestForAnotherRole_isInvalid() {
        serve();
        Message lookup = Message.of(MessageType.LOOKUP, LookupRequest.getDefaultInstance());
        assertFails(ErrorCode.INVALID_REQUEST, network.call(HERE, lookup, SOON));
    }

    @Test
    void drainingServer_refusesPuts_servesTheRest_andTakesPutsAgain() {
        serve();
        Bytes before = Bytes.of(Bytes.id(1), 5000);
        put(before).join();
        client.drain(HERE, true, SOON).join();
        assertFails(ErrorCode.DRAINING, put(Bytes.of(Bytes.id(2), 5000)));
        assertThat(get(before.id(), 0, 0)).isEqualTo(before.content());
        assertThat(client.delete(HERE, List.of(before.id().writeId()), SOON).join())
                .isEqualTo(new Deletion(1, false));
        client.drain(HERE, false, SOON).join();
        put(Bytes.of(Bytes.id(2), 5000)).join();
        assertThat(announced).containsExactly(true, false);
    }

    @Test
    void requests_areCountedByTypeAndOutcome() {
        serve();
        put(Bytes.of(Bytes.id(1), 5000)).join();
        assertFails(ErrorCode.FRAGMENT_NOT_FOUND, client.get(HERE, Bytes.id(9), 0, 0, SOON));
        assertThat(requests("put_fragment", "ok")).isEqualTo(1);
        assertThat(requests("get_fragment", "fragment_not_found")).isEqualTo(1);
        assertThat(meters.get("chameleon.server.bytes")
                        .tag("direction", "in")
                        .counter()
                        .count())
                .isEqualTo(5000);
    }

    private double requests(String type, String outcome) {
        return meters.get("chameleon.server.requests")
                .tags("type", type, "outcome", outcome)
                .counter()
                .count();
    }

    // ---- the queue: workers that run when the test says so
    // ------------------------------------------------------------

    private static Message putMessage(Bytes bytes) {
        PutFragmentRequest header = PutFragmentRequest.newBuilder()
                .setId(Wire.pack(bytes.id()))
                .setCrc32C(bytes.fragment().crc32c())
                .setScheme(Wire.pack(bytes.fragment().scheme()))
                .setSegmentLength(bytes.fragment().segmentLength())
                .build();
        ByteBuf payload = UnpooledByteBufAllocator.DEFAULT.buffer().writeBytes(bytes.content());
        return new Message(MessageType.PUT_FRAGMENT, header, payload);
    }

    @Test
    void requestsBeyondTheLimit_areRefusedAtOnce_andItsPlacesComeBack() {
        Queue<Runnable> waiting = new ArrayDeque<>();
        FlashServerEndpoint endpoint = endpoint(waiting::add);
        List<CompletableFuture<Message>> answers = new ArrayList<>();
        for (int i = 0; i <= LIMIT; i++) {
            answers.add(endpoint.handle(putMessage(Bytes.of(Bytes.id(i), 100)), new CallContext("test", 1000))
                    .toCompletableFuture());
        }
        assertFails(ErrorCode.OVERLOADED, answers.getLast());
        assertThat(answers.subList(0, LIMIT)).noneMatch(CompletableFuture::isDone);
        waiting.forEach(Runnable::run);
        CompletableFuture.allOf(answers.subList(0, LIMIT).toArray(CompletableFuture[]::new))
                .join();
        waiting.clear();
        CompletableFuture<Message> next = endpoint.handle(
                        putMessage(Bytes.of(Bytes.id(9), 100)), new CallContext("test", 1000))
                .toCompletableFuture();
        waiting.forEach(Runnable::run);
        next.join();
    }

    @Test
    void put_whoseDeadlinePassedInTheQueue_isDroppedBeforeItTouchesFlash() {
        Queue<Runnable> waiting = new ArrayDeque<>();
        Message request = putMessage(Bytes.of(Bytes.id(1), 100));
        CompletableFuture<Message> answer = endpoint(waiting::add)
                .handle(request, new CallContext("test", 1000))
                .toCompletableFuture();
        now = 1000;
        waiting.forEach(Runnable::run);
        assertFails(ErrorCode.DEADLINE_EXCEEDED, answer);
        assertThat(device.written).isEmpty();
        assertThat(request.payload().refCnt()).as("left to the transport").isEqualTo(1);
    }

    @Test
    void put_whoseDeadlinePassesBehindAnotherPut_isDroppedBeforeItTouchesFlash() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        FlashServerEndpoint endpoint = endpoint(threads);
        Bytes slow = Bytes.of(Bytes.id(1), 100);
        device.beforeWrite = _ -> {
            written.countDown();
            await().until(() -> store.waiting() > 0);
            now = 1000;
        };
        CompletableFuture<Message> first =
                endpoint.handle(putMessage(slow), new CallContext("test", 1000)).toCompletableFuture();
        assertThat(written.await(2, TimeUnit.MINUTES)).isTrue();
        CompletableFuture<Message> second = endpoint.handle(
                        putMessage(Bytes.of(Bytes.id(2), 100)), new CallContext("test", 1000))
                .toCompletableFuture();
        first.join();
        assertFails(ErrorCode.DEADLINE_EXCEEDED, second);
        assertThat(device.written).hasSize(1);
    }

    @Test
    void put_cancelledAtWork_isOverWhenItsPayloadIsLetGo_notBefore() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        device.beforeSync = () -> {
            written.countDown();
            awaitLatch(goOn);
        };
        Message request = putMessage(Bytes.of(Bytes.id(1), 100));
        CompletableFuture<Message> answer =
                endpoint(threads).handle(request, new CallContext("test", 1000)).toCompletableFuture();
        awaitLatch(written);

        assertThat(answer.cancel(true)).isFalse();

        assertThat(answer).as("held, so it counts").isNotDone();
        assertThat(request.payload().refCnt()).isEqualTo(2);
        goOn.countDown();
        answer.get(2, TimeUnit.MINUTES).release();
        assertThat(request.payload().refCnt()).isEqualTo(1);
    }

    @Test
    void get_withoutRoomForItsAnswer_waitsWithoutAWorker_andTouchesNoFlash() {
        Bytes bytes = Bytes.of(Bytes.id(1), 5000);
        store.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN).join();
        AtomicInteger reads = new AtomicInteger();
        device.beforeRead = _ -> reads.incrementAndGet();
        Queue<Runnable> waiting = new ArrayDeque<>();
        Queue<Runnable> room = new ArrayDeque<>();
        List<Integer> asked = new ArrayList<>();
        FlashServerEndpoint endpoint = endpoint(waiting::add);
        CompletableFuture<Message> answer = endpoint.handle(getMessage(bytes.id(), 1, 4000), without(asked, room))
                .toCompletableFuture();

        runAll(waiting);
        assertThat(asked).containsExactly(4000);
        assertThat(answer).isNotDone();
        assertThat(reads).hasValue(0);
        runAll(room);
        assertThat(answer).as("on a worker, not where the room came free").isNotDone();
        runAll(waiting);
        Message read = answer.join();
        assertThat(ByteBufUtil.getBytes(read.payload())).isEqualTo(Arrays.copyOfRange(bytes.content(), 1, 4001));
        read.release();
    }

    @Test
    void get_givenUpWhileItWaitsForRoom_isOverAtOnce_andLeavesItsPlace() {
        Bytes bytes = Bytes.of(Bytes.id(1), 5000);
        store.put(bytes.fragment(), bytes.segment(), WriteHint.UNKNOWN).join();
        device.beforeRead = _ -> {
            throw new AssertionError("read for nobody");
        };
        Queue<Runnable> waiting = new ArrayDeque<>();
        Queue<Runnable> room = new ArrayDeque<>();
        FlashServerEndpoint endpoint = endpoint(waiting::add);
        for (int i = 0; i < 2 * LIMIT; i++) {
            CompletableFuture<Message> answer = endpoint.handle(
                            getMessage(bytes.id(), 0, 0), without(new ArrayList<>(), room))
                    .toCompletableFuture();
            runAll(waiting);
            assertThat(answer).isNotDone();
            assertThat(answer.cancel(true)).isTrue();
            runAll(room); // as the transport does then
            runAll(waiting);
            assertThat(answer).isCancelled();
        }
    }

    private static Message getMessage(FragmentId id, int offset, int length) {
        return Message.of(
                MessageType.GET_FRAGMENT,
                GetFragmentRequest.newBuilder()
                        .setId(Wire.pack(id))
                        .setOffset(offset)
                        .setLength(length)
                        .build());
    }

    /** Without room, until the test calls those who asked for it. */
    private static CallContext without(List<Integer> asked, Queue<Runnable> room) {
        return new CallContext("test", 1000, Principal.ANYBODY, "", (bytes, later) -> {
            asked.add(bytes);
            room.add(later);
            return false;
        });
    }

    private static void runAll(Queue<Runnable> tasks) {
        for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
            next.run();
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void put_cancelledInTheQueue_isDropped_andItsPayloadFreed() {
        Queue<Runnable> waiting = new ArrayDeque<>();
        Message request = putMessage(Bytes.of(Bytes.id(1), 100));
        CompletableFuture<Message> answer = endpoint(waiting::add)
                .handle(request, new CallContext("test", 1000))
                .toCompletableFuture();
        answer.cancel(true);
        assertThat(answer).isCancelled();
        request.release(); // as the transport does when the answer completes
        assertThat(request.payload().refCnt()).as("let go before its turn").isZero();
        waiting.forEach(Runnable::run);
        assertThat(device.written).isEmpty();
    }
}
