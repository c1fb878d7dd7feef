package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Frame;
import io.chameleon.transport.frame.FrameKind;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.Token;
import io.chameleon.transport.wire.Auth;
import io.chameleon.transport.wire.HelloAuthP;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Shared secrets: who is accepted, who is not, and what an eavesdropper learns. */
@ExtendWith(LeakCheck.class)
class TokenAuthTest {
    private static final int AUTH = 7;

    private final TransportConfig bounds = Fixtures.config(PooledByteBufAllocator.DEFAULT);
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Principal> callers = new CopyOnWriteArrayList<>();
    private final String alice = Token.random("alice-1", new SecureRandom());

    @TempDir
    private Path directory;

    private Security serverSecurity;
    private NettyRpcServer server;

    @BeforeEach
    void start() throws IOException {
        keys(alice + " user alice", Token.random("ops-1", new SecureRandom()) + " admin ops");
        serverSecurity =
                opened(Security.open(new SecurityConfig(AuthMode.TOKEN, directory.resolve("keys"), null, null)));
        server = opened(new NettyRpcServer("127.0.0.1", 0, this::handle, bounds.withSecurity(serverSecurity)));
    }

    @AfterEach
    void stop() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private <T extends AutoCloseable> T opened(T part) {
        open.add(part);
        return part;
    }

    private void keys(String... lines) throws IOException {
        Files.writeString(directory.resolve("keys"), String.join("\n", lines));
    }

    private CompletableFuture<Message> handle(Message request, CallContext context) {
        callers.add(context.principal());
        return Fixtures.echo(request, context);
    }

    private Security holding(String token) throws IOException {
        Path file = Files.createTempFile(directory, "client", ".token");
        Files.writeString(file, token + "\n");
        return opened(Security.open(new SecurityConfig(AuthMode.TOKEN, null, file, null)));
    }

    private NettyRpcClient client(Security security) {
        return opened(new NettyRpcClient(bounds.withSecurity(security)));
    }

    private void call(NettyRpcClient client, int port) {
        client.call(new Endpoint("127.0.0.1", port), Fixtures.echoRequest(1, new byte[100]), PATIENCE)
                .join()
                .release();
    }

    private void assertRefused(Security security, int port, String... words) {
        assertThatThrownBy(() -> call(client(security), port))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                .message()
                .contains(words);
    }

    @Test
    void tokenOfTheKeyFile_opensAConnectionForItsPrincipal() throws IOException {
        call(client(holding(alice)), server.port());

        assertThat(callers).containsExactly(new Principal("alice", Role.USER));
    }

    @Test
    void client_withoutAToken_isRefused() {
        assertRefused(Security.none(), server.port(), "asks for a token");
        assertThat(callers).isEmpty();
    }

    @Test
    void wrongSecretAndUnknownKey_areRefusedInTheSameWords() throws IOException {
        String words = "the token is not one that this server accepts";

        assertRefused(holding(Token.random("alice-1", new SecureRandom())), server.port(), words);
        assertRefused(holding(Token.random("nobody", new SecureRandom())), server.port(), words);
        assertThat(callers).isEmpty();
    }

    @Test
    void client_withAToken_doesNotTalkToAServerThatProvesNothing() throws IOException {
        NettyRpcServer anybodys = opened(new NettyRpcServer("127.0.0.1", 0, this::handle, bounds));

        assertRefused(holding(alice), anybodys.port(), "does not prove who it is");
        assertThat(callers).isEmpty();
    }

    @Test
    void impostor_thatDoesNotKnowTheSecret_getsNoRequest() throws Exception {
        try (ServerSocket impostor = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<List<Integer>> kinds = CompletableFuture.supplyAsync(() -> impersonate(impostor));

            assertRefused(holding(alice), impostor.getLocalPort(), "has not proven");
            assertThat(kinds.join()).containsExactly(FrameKind.HELLO.code(), FrameKind.AUTH.code());
        }
    }

    /**
     * Answers HELLO and AUTH with frames that a server may send, but with a forged proof; returns the kinds of received
     * frames.
     */
    private static List<Integer> impersonate(ServerSocket listener) {
        List<Integer> kinds = new ArrayList<>();
        try (RawPeer client = new RawPeer(listener.accept())) {
            kinds.add(client.receive().kind());
            client.send(hello(HelloAuthP.newBuilder()
                    .setMechanism("hmac-sha-256")
                    .setNonce(ByteString.copyFrom(new byte[32]))
                    .build()));
            kinds.add(client.receive().kind());
            client.send(auth(new byte[32]));
            while (true) {
                kinds.add(client.receive().kind());
            }
        } catch (IOException closed) {
            return kinds;
        }
    }

    private static byte[] hello(HelloAuthP auth) {
        return RawPeer.bytes(Greeting.encode(
                UnpooledByteBufAllocator.DEFAULT, Greeting.hello(TransportConfig.defaults(), auth, List.of(), "")));
    }

    private static byte[] auth(byte[] proof) {
        Auth message = Auth.newBuilder().setProof(ByteString.copyFrom(proof)).build();
        return RawPeer.bytes(Frame.encode(UnpooledByteBufAllocator.DEFAULT, FrameKind.AUTH, 0, 0, 0, message));
    }

    @Test
    void stranger_thatSkipsAuth_isSentAwayBeforeItsRequestIsRead() throws IOException {
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send(hello(HelloAuthP.newBuilder()
                    .setMechanism("hmac-sha-256")
                    .setKeyId("alice-1")
                    .setNonce(ByteString.copyFrom(new byte[32]))
                    .build()));
            peer.receive();
            peer.send(RawPeer.ping(1));

            assertThat(peer.receive().error().getCode()).isEqualTo(ErrorCode.UNAUTHENTICATED.code());
            assertThat(peer.isClosed()).isTrue();
        }
    }

    @Test
    void mechanism_thatIsUnknown_isNamedInTheError() throws IOException {
        try (RawPeer peer = new RawPeer(server.port())) {
            peer.send(hello(HelloAuthP.newBuilder().setMechanism("hmac-sha3").build()));

            assertThat(peer.receive().error().getMessage()).contains("'hmac-sha3' given, expected hmac-sha-256");
        }
    }

    @Test
    void stranger_thatStopsAfterHello_isSentAwayInTime() throws IOException {
        NettyRpcServer impatient = opened(new NettyRpcServer(
                "127.0.0.1", 0, this::handle, Impatient.whileConnecting(bounds).withSecurity(serverSecurity)));
        // On a busy machine the time may also be over before HELLO.
        await().ignoreExceptions().untilAsserted(() -> {
            try (RawPeer peer = new RawPeer(impatient.port())) {
                peer.send(hello(HelloAuthP.newBuilder()
                        .setMechanism("hmac-sha-256")
                        .setKeyId("alice-1")
                        .setNonce(ByteString.copyFrom(new byte[32]))
                        .build()));
                peer.receive();

                assertThat(peer.receive().error().getMessage()).contains("no AUTH within");
            }
        });
    }

    @Test
    void wire_whileAClientWorks_neverCarriesTheSecret_andWhatItCarriesOpensNoSecondConnection() throws Exception {
        try (Tap tap = new Tap(server.port())) {
            call(client(holding(alice)), tap.port());

            byte[] sent = tap.sent();
            String secret = alice.substring("alice-1:".length());
            assertThat(new String(sent, StandardCharsets.ISO_8859_1))
                    .contains("alice-1")
                    .doesNotContain(secret);
            try (RawPeer replay = new RawPeer(server.port())) {
                replay.send(sent);
                assertThat(replay.receive().kind()).isEqualTo(FrameKind.HELLO.code());
                RawPeer.Received answer = replay.receive();
                assertThat(answer.kind()).isNotEqualTo(AUTH);
                assertThat(answer.error().getCode()).isEqualTo(ErrorCode.UNAUTHENTICATED.code());
            }
        }
        assertThat(callers).hasSize(1);
    }

    /** A wire between one client and the server that records what the client sends. */
    private static final class Tap implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

        Tap(int target) throws IOException {
            Thread accepting = new Thread(() -> {
                try {
                    while (true) {
                        Socket client = listener.accept();
                        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                        pump(client, server, sent);
                        pump(server, client, new ByteArrayOutputStream());
                    }
                } catch (IOException closed) {
                    // The test is over.
                }
            });
            accepting.setDaemon(true);
            accepting.start();
        }

        private static void pump(Socket from, Socket to, ByteArrayOutputStream copy) {
            Thread pumping = new Thread(() -> {
                byte[] bytes = new byte[4096];
                try (from;
                        to;
                        InputStream in = from.getInputStream()) {
                    for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                        synchronized (copy) {
                            copy.write(bytes, 0, n);
                        }
                        to.getOutputStream().write(bytes, 0, n);
                    }
                } catch (IOException closed) {
                    // One side has gone.
                }
            });
            pumping.setDaemon(true);
            pumping.start();
        }

        int port() {
            return listener.getLocalPort();
        }

        byte[] sent() {
            synchronized (sent) {
                return sent.toByteArray();
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    @Test
    void key_thatIsRotated_letsTheClientGoOnWithItsNewToken() throws IOException {
        String newer = Token.random("alice-2", new SecureRandom());
        Path file = directory.resolve("alice.token");
        Files.writeString(file, alice);
        Security holder = opened(Security.open(new SecurityConfig(AuthMode.TOKEN, null, file, null)));
        NettyRpcClient client = client(holder);
        call(client, server.port());

        keys(alice + " user alice", newer + " user alice");
        serverSecurity.reload();
        Files.writeString(file, newer + "\n");
        holder.reload();
        call(client, server.port());
        keys(newer + " user alice");
        serverSecurity.reload();

        // The connections of the old token break at their next request; the one after that connects with the new token.
        for (int i = 0; i < 2 * bounds.connectionsPerEndpoint(); i++) {
            try {
                call(client, server.port());
            } catch (CompletionException e) {
                assertThat(e.getCause())
                        .isInstanceOfSatisfying(
                                ChameleonError.class,
                                error -> assertThat(error.code())
                                        .isIn(ErrorCode.UNAVAILABLE, ErrorCode.UNAUTHENTICATED));
            }
        }
        call(client, server.port());
        assertRefused(holding(alice), server.port(), "not one that this server accepts");
    }

    @Test
    void keyFile_thatIsBrokenWhileRunning_leavesTheOldKeysInForce() throws IOException {
        keys("this is no key");
        serverSecurity.reload();

        call(client(holding(alice)), server.port());
    }

    @Test
    void request_thatIsNotForUsers_isDeniedAndReachesNoHandler() throws IOException {
        Message claim = Message.of(MessageType.CLAIM, io.chameleon.transport.wire.ClaimRequest.getDefaultInstance());
        CompletableFuture<Message> answer =
                client(holding(alice)).call(new Endpoint("127.0.0.1", server.port()), claim, PATIENCE);

        assertThatThrownBy(answer::join)
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.PERMISSION_DENIED))
                .hasMessage("user alice may not ask for CLAIM");
        assertThat(callers).isEmpty();
    }

    @Test
    void server_withoutAuthentication_listensOnLoopbackOnly() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> opened(new NettyRpcServer("0.0.0.0", 0, this::handle, bounds)))
                .withMessageContaining("auth.mode: 'none' given, expected token or mtls to listen on 0.0.0.0");
        opened(new NettyRpcServer("localhost", 0, this::handle, bounds));
    }
}
