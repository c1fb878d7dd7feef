package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Crc;
import io.chameleon.transport.protocol.FileBytes;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every network, with sockets or without. */
@ExtendWith(LeakCheck.class)
public abstract class RpcContract {
    abstract RpcClient client();

    /** A new endpoint with that handler behind it. */
    abstract Endpoint serve(RpcHandler handler);

    private static final String ONE = "00000000-0000-4000-8000-000000000001";
    private static final String OTHER = "00000000-0000-4000-8000-000000000002";

    /** A new endpoint, as callers that accept any server name it, with that flash server of that cluster behind it. */
    abstract Endpoint serve(RpcHandler handler, String flashServer, String cluster);

    /** An endpoint where nothing listens. */
    abstract Endpoint nowhere();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4096, 8 << 20})
    void request_withPayload_isAnsweredByteForByte(int size) {
        byte[] payload = new byte[size];
        new Random(size).nextBytes(payload);
        Endpoint server = serve(Fixtures::echo);

        Message answer = client().call(server, Fixtures.echoRequest(size, payload), PATIENCE)
                .join();

        assertThat(answer.header(GetFragmentResponse.class).getFragmentLength()).isEqualTo(size);
        assertThat(ByteBufUtil.getBytes(answer.payload())).isEqualTo(payload);
        answer.release();
    }

    @Test
    void answerSentFromFiles_arrivesByteForByte_withItsChecksumAsItArrived(@TempDir Path directory) throws Exception {
        byte[] content = new byte[3_000_000];
        new Random(3).nextBytes(content);
        Path path = directory.resolve("image");
        Files.write(path, content);
        byte[] wanted = Arrays.copyOfRange(content, 1_000, 2_900_000);
        try (FileChannel file = FileChannel.open(path)) {
            List<FileBytes.Range> ranges = List.of(
                    new FileBytes.Range(file, 1_000, 4_096),
                    new FileBytes.Range(file, 5_096, 2_000_000),
                    new FileBytes.Range(file, 2_005_096, 2_900_000 - 2_005_096));
            Endpoint server = serve((request, context) -> CompletableFuture.completedFuture(Message.ofFile(
                    request.type(),
                    GetFragmentResponse.newBuilder().setFragmentLength(9).build(),
                    new FileBytes(ranges, wanted.length, Crc.of(wanted)))));

            for (int i = 0; i < 20; i++) {
                Message answer =
                        client().call(server, Fixtures.get(1), PATIENCE).join();
                assertThat(answer.header(GetFragmentResponse.class).getFragmentLength())
                        .isEqualTo(9);
                assertThat(ByteBufUtil.getBytes(answer.payload())).isEqualTo(wanted);
                answer.release();
            }
            assertThat(file.isOpen())
                    .as("the file is not the network's to close")
                    .isTrue();
        }
    }

    @Test
    void answerSentFromAFile_thatChangedMeanwhile_arrives_andHarmsNoOtherCall(@TempDir Path directory)
            throws Exception {
        byte[] content = new byte[100_000];
        Path path = directory.resolve("image");
        Files.write(path, content);
        try (FileChannel file = FileChannel.open(path)) {
            FileBytes changed = new FileBytes(
                    List.of(new FileBytes.Range(file, 0, content.length)), content.length, Crc.of(content) + 1);
            Endpoint server = serve((request, context) -> request.payload().isReadable()
                    ? Fixtures.echo(request, context)
                    : CompletableFuture.completedFuture(
                            Message.ofFile(request.type(), GetFragmentResponse.getDefaultInstance(), changed)));

            Message answer = client().call(server, Fixtures.get(1), PATIENCE).join();
            Message other = client().call(server, Fixtures.echoRequest(1, new byte[9]), PATIENCE)
                    .join();

            assertThat(Crc.of(answer.payload())).isEqualTo(Crc.of(content));
            assertThat(answer.payloadCrc32c().orElse(Crc.of(content))).isEqualTo(Crc.of(content));
            answer.release();
            other.release();
        }
    }

    @Test
    void callOfAFlashServer_whoseAddressAnotherHasNow_reachesNobody() {
        AtomicInteger reached = new AtomicInteger();
        Endpoint address = serve(
                (request, context) -> {
                    reached.incrementAndGet();
                    return Fixtures.echo(request, context);
                },
                "flash-2",
                "");

        assertThat(failure(client().call(address.as("flash-1"), Fixtures.echoRequest(1, new byte[9]), PATIENCE)))
                .isInstanceOf(NotExecutedError.class)
                .hasMessage("no connection to " + address + ": flash server 'flash-2' answers, expected 'flash-1'");
        assertThat(reached).hasValue(0);

        client().call(address.as("flash-2"), Fixtures.get(1), PATIENCE).join().release();
        client().call(address, Fixtures.get(1), PATIENCE).join().release();
        assertThat(reached).hasValue(2);
    }

    @Test
    void call_ofAnotherCluster_reachesNobody_andTheRightOneTellsWhichItWants() {
        List<String> named = new CopyOnWriteArrayList<>();
        Endpoint address = serve(
                (request, context) -> {
                    named.add(context.cluster());
                    return Fixtures.echo(request, context);
                },
                "flash-1",
                ONE);

        assertThat(failure(
                        client().call(address.as("flash-1").in(OTHER), Fixtures.echoRequest(1, new byte[9]), PATIENCE)))
                .isInstanceOf(NotExecutedError.class)
                .hasMessageStartingWith("no connection to " + address + ": ")
                .hasMessageContaining(ONE)
                .hasMessageContaining(OTHER);
        assertThat(named).isEmpty();

        client().call(address.in(ONE), Fixtures.get(1), PATIENCE).join().release();
        client().call(address, Fixtures.get(1), PATIENCE).join().release();
        assertThat(named).containsExactly(ONE, "");
    }

    @Test
    void serverThatKnowsNoCluster_isTakenAtItsWord() {
        Endpoint address = serve(Fixtures::echo);
        client().call(address.in(ONE), Fixtures.get(1), PATIENCE).join().release();
    }

    @Test
    void serverThatSaysNoId_asThoseBeforeThatFieldDid_isTakenAtItsWord() {
        Endpoint address = serve(Fixtures::echo);
        client().call(address.as("flash-1"), Fixtures.get(1), PATIENCE).join().release();
    }

    @Test
    void ping_answeredByTheTransport_doesNotReachTheHandler() {
        Endpoint server = serve((request, context) -> CompletableFuture.failedFuture(new AssertionError("reached")));

        assertThat(client().call(server, Fixtures.ping(), PATIENCE).join().type())
                .isEqualTo(MessageType.PING);
    }

    @Test
    void chameleonError_ofAHandler_travelsAsItIs() {
        Endpoint failing = serve((request, context) -> CompletableFuture.failedFuture(
                new CompletionException(new ChameleonError(ErrorCode.DEVICE_FULL, "no room for\nfragment 7"))));

        assertThat(failure(client().call(failing, Fixtures.get(1), PATIENCE)))
                .isInstanceOfSatisfying(ChameleonError.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.DEVICE_FULL);
                    assertThat(error).hasMessage("no room for fragment 7");
                });
    }

    @Test
    void otherException_ofAHandler_isInternalWithoutItsText() {
        List<RpcHandler> defects = List.of(
                (request, context) -> CompletableFuture.failedFuture(new IllegalStateException("secret")),
                (request, context) -> {
                    throw new IllegalStateException("secret");
                },
                (request, context) -> {
                    throw new StackOverflowError("secret");
                },
                returningNull(),
                (request, context) -> completedWithNull(),
                (request, context) -> CompletableFuture.completedFuture(Fixtures.ping()),
                (request, context) -> CompletableFuture.completedFuture(new Message(
                        MessageType.PUT_FRAGMENT,
                        Empty.getDefaultInstance(),
                        Unpooled.directBuffer(8).writeLong(1))));
        for (RpcHandler defect : defects) {
            assertThat(failure(client().call(serve(defect), Fixtures.get(1), PATIENCE)))
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.INTERNAL))
                    .hasMessageNotContaining("secret");
        }
    }

    /** On a busy machine, the time to connect must not count against the deadline under test. */
    private void connect(Endpoint endpoint) {
        for (int i = 0; i < TransportConfig.defaults().connectionsPerEndpoint(); i++) {
            client().call(endpoint, Fixtures.ping(), PATIENCE).join().release();
        }
    }

    @Test
    void deadline_handlerNeverCompletes_isExceededAndTheHandlerCancelled() {
        List<CompletableFuture<Message>> begun = new CopyOnWriteArrayList<>();
        Endpoint silent = serve((request, context) -> {
            CompletableFuture<Message> never = new CompletableFuture<>();
            begun.add(never);
            return never;
        });

        connect(silent);
        // On a busy machine the deadline may be over before the handler is reached.
        await().until(() -> {
            assertThat(failure(client().call(silent, Fixtures.get(1), Duration.ofMillis(500))))
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
            return !begun.isEmpty();
        });
        await().until(() -> begun.stream().allMatch(CompletableFuture::isCancelled));
    }

    @Test
    void deadline_alreadyOver_failsWithoutReachingTheHandler() {
        AtomicInteger reached = new AtomicInteger();
        Endpoint server = serve((request, context) -> {
            reached.incrementAndGet();
            return Fixtures.echo(request, context);
        });
        ByteBuf payload = Unpooled.directBuffer(4).writeInt(1);

        assertThat(failure(client().call(server, Fixtures.put(payload), Duration.ZERO)))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
        await().until(() -> payload.refCnt() == 0);
        assertThat(reached).hasValue(0);
    }

    @Test
    void deadline_ofTheCaller_isKnownToTheHandler() {
        CompletableFuture<CallContext> seen = new CompletableFuture<>();
        Endpoint server = serve((request, context) -> {
            seen.complete(context);
            return Fixtures.echo(request, context);
        });
        long before = System.nanoTime();

        client().call(server, Fixtures.get(1), PATIENCE).join().release();

        assertThat(seen.join().deadlineNanos() - before)
                .isPositive()
                .isLessThanOrEqualTo(PATIENCE.toNanos() + System.nanoTime() - before);
        assertThat(seen.join().isExpired(System.nanoTime())).isFalse();
        assertThat(seen.join().peer()).isNotBlank();
    }

    @Test
    void cancel_ofTheCaller_reachesTheHandler() {
        CompletableFuture<Message> work = new CompletableFuture<>();
        CompletableFuture<Void> started = new CompletableFuture<>();
        Endpoint server = serve((request, context) -> {
            started.complete(null);
            return work;
        });
        CompletableFuture<Message> answer = client().call(server, Fixtures.get(1), PATIENCE);
        started.join();

        answer.cancel(true);

        await().until(work::isCancelled);
    }

    @Test
    void lateAnswer_ofAHandlerThatCannotBeCancelled_isReleased() {
        CompletableFuture<Message> work = new CompletableFuture<>();
        CompletionStage<Message> undisturbed = work.minimalCompletionStage();
        ByteBuf payload = Unpooled.directBuffer(4).writeInt(1);
        ByteBuf late = Unpooled.directBuffer(4).writeInt(2);
        AtomicInteger reached = new AtomicInteger();
        Endpoint server =
                serve((request, context) -> reached.getAndIncrement() == 0 ? undisturbed : new CompletableFuture<>());

        connect(server);
        // On a busy machine the deadline may be over before the handler is reached.
        await().until(() -> {
            Message request = Fixtures.echoRequest(1, ByteBufUtil.getBytes(payload));
            assertThat(failure(client().call(server, request, Duration.ofMillis(500))))
                    .isInstanceOf(ChameleonError.class);
            return reached.get() > 0;
        });
        assertThat(late.refCnt()).isEqualTo(1);
        work.complete(new Message(MessageType.GET_FRAGMENT, GetFragmentResponse.getDefaultInstance(), late));

        await().until(() -> late.refCnt() == 0);
        payload.release();
    }

    @Test
    void requestPayload_onceAnswered_isReleasedOnBothSides() {
        CompletableFuture<ByteBuf> seen = new CompletableFuture<>();
        Endpoint server = serve((request, context) -> {
            seen.complete(request.payload());
            return CompletableFuture.completedFuture(Message.of(MessageType.PUT_FRAGMENT, Empty.getDefaultInstance()));
        });
        ByteBuf payload = Unpooled.directBuffer(4).writeInt(42);

        client().call(server, Fixtures.put(payload), PATIENCE).join().release();

        await().until(() -> payload.refCnt() == 0 && seen.join().refCnt() == 0);
    }

    @Test
    void endpoint_whereNothingListens_isUnavailableAndCertainlyNotExecuted() {
        ByteBuf payload = Unpooled.directBuffer(4).writeInt(1);

        assertThat(failure(client().call(nowhere(), Fixtures.put(payload), PATIENCE)))
                .isInstanceOfSatisfying(
                        NotExecutedError.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE))
                .hasMessageContaining(nowhere().toString());
        await().until(() -> payload.refCnt() == 0);
    }

    @Test
    void closedClient_call_isUnavailableAndReleasesThePayload() {
        Endpoint server = serve((request, context) -> new CompletableFuture<>());
        CompletableFuture<Message> open = client().call(server, Fixtures.get(1), PATIENCE);
        ByteBuf payload = Unpooled.directBuffer(4).writeInt(1);

        client().close();

        assertThat(failure(open))
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        assertThat(failure(client().call(server, Fixtures.put(payload), PATIENCE)))
                .isInstanceOf(NotExecutedError.class);
        await().until(() -> payload.refCnt() == 0);
    }

    static Throwable failure(CompletableFuture<Message> answer) {
        Throwable thrown = catchThrowable(answer::join);
        assertThat(thrown).isInstanceOf(CompletionException.class);
        return Objects.requireNonNull(thrown.getCause());
    }

    /** A handler that violates its non-null return type. */
    private static RpcHandler returningNull() {
        return (RpcHandler) Proxy.newProxyInstance(
                RpcHandler.class.getClassLoader(),
                new Class<?>[] {RpcHandler.class},
                (proxy, method, arguments) -> null);
    }

    private static CompletionStage<Message> completedWithNull() {
        CompletableFuture<Message> stage = new CompletableFuture<>();
        stage.complete(null);
        return stage;
    }
}
