package io.chameleon.transport.rpc;

import static io.chameleon.transport.rpc.Fixtures.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.frame.Crc;
import io.chameleon.transport.protocol.FileBytes;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.Role;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.TlsFiles;
import io.chameleon.transport.security.Token;
import io.chameleon.transport.wire.GetFragmentResponse;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Certificates: who is accepted, under which name, and that bytes arrive unchanged. */
@ExtendWith(LeakCheck.class)
class MtlsTest {
    private static final Path PKI = Path.of("src/test/resources/pki");

    private final TransportConfig bounds = Fixtures.config(PooledByteBufAllocator.DEFAULT);
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Principal> callers = new CopyOnWriteArrayList<>();

    @TempDir
    private Path directory;

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

    private CompletableFuture<Message> handle(Message request, CallContext context) {
        callers.add(context.principal());
        return Fixtures.echo(request, context);
    }

    private static TlsFiles files(String name, String authority) {
        return new TlsFiles(
                PKI.resolve(name + ".pem"), PKI.resolve(name + ".key"), PKI.resolve(authority + ".pem"), true);
    }

    private Security mutual(String name, String authority) {
        return opened(Security.open(new SecurityConfig(AuthMode.MTLS, null, null, files(name, authority))));
    }

    private NettyRpcServer server(Security security) {
        return opened(new NettyRpcServer("127.0.0.1", 0, this::handle, bounds.withSecurity(security)));
    }

    private byte[] call(Security security, NettyRpcServer server, byte[] payload) {
        NettyRpcClient client = opened(new NettyRpcClient(bounds.withSecurity(security)));
        Message answer = client.call(
                        new Endpoint("127.0.0.1", server.port()), Fixtures.echoRequest(1, payload), PATIENCE)
                .join();
        try {
            return ByteBufUtil.getBytes(answer.payload());
        } finally {
            answer.release();
        }
    }

    private void assertRefused(Security security, NettyRpcServer server, String... words) {
        assertThatThrownBy(() -> call(security, server, new byte[1]))
                .cause()
                .isInstanceOfSatisfying(
                        ChameleonError.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                .message()
                .contains(words);
        assertThat(callers).isEmpty();
    }

    @Test
    void caller_withACertificate_isWhomItsUriNames_andLargePayloadsArriveWhole() {
        byte[] payload = new byte[5_000_000];
        new Random(7).nextBytes(payload);

        assertThat(call(mutual("alice", "ca"), server(mutual("server", "ca")), payload))
                .isEqualTo(payload);
        assertThat(callers).containsExactly(new Principal("alice", Role.USER));
    }

    /** Encryption needs the bytes in memory. */
    @Test
    void answerSentFromAFile_isReadAndEncrypted(@TempDir Path directory) throws Exception {
        byte[] content = new byte[500_000];
        new Random(8).nextBytes(content);
        try (FileChannel file = FileChannel.open(Files.write(directory.resolve("image"), content))) {
            FileBytes bytes = new FileBytes(
                    List.of(new FileBytes.Range(file, 0, content.length)), content.length, Crc.of(content));
            NettyRpcServer sending = opened(new NettyRpcServer(
                    "127.0.0.1",
                    0,
                    (request, context) -> CompletableFuture.completedFuture(
                            Message.ofFile(request.type(), GetFragmentResponse.getDefaultInstance(), bytes)),
                    bounds.withSecurity(mutual("server", "ca"))));

            assertThat(call(mutual("alice", "ca"), sending, new byte[1])).isEqualTo(content);
        }
    }

    @Test
    void caller_whoseCertificateHasNoUri_isNamedByItsSubject() {
        call(mutual("subject-only", "ca"), server(mutual("server", "ca")), new byte[1]);

        assertThat(callers).containsExactly(new Principal("balancer-0", Role.BALANCER));
    }

    @Test
    void caller_whoseCertificateNamesNobody_isRefused() {
        assertRefused(mutual("nobody", "ca"), server(mutual("server", "ca")), "CN of the subject");
    }

    @Test
    void caller_withACertificateOfAnotherAuthority_isRefused() {
        assertRefused(
                mutual("stranger", "ca"),
                server(mutual("server", "ca")),
                "TLS: the other side asks for a certificate of an authority that it trusts");
    }

    @Test
    void caller_withoutACertificate_isRefused() {
        Security anonymous = opened(Security.open(
                new SecurityConfig(AuthMode.NONE, null, null, new TlsFiles(null, null, PKI.resolve("ca.pem"), true))));

        assertRefused(
                anonymous,
                server(mutual("server", "ca")),
                "TLS: the other side asks for a certificate of an authority that it trusts");
    }

    @Test
    void server_ofAnotherAuthority_isRefusedByTheClient() {
        assertRefused(
                mutual("alice", "other-ca"),
                server(mutual("server", "ca")),
                "TLS: the other side's certificate is of no authority that is trusted here");
    }

    @Test
    void server_whoseCertificateIsMadeOutToAnotherHost_isRefusedByTheClient() {
        assertRefused(mutual("alice", "ca"), server(mutual("elsewhere", "ca")), "TLS");
    }

    @Test
    void server_withTheCertificateOfAUser_isRefusedByTheClient() {
        assertRefused(mutual("alice", "ca"), server(mutual("alice", "ca")), "made out to user alice");
    }

    @Test
    void clientWithoutTls_isToldWhatMayBeWrong_andTheServerServesOn() {
        NettyRpcServer server = server(mutual("server", "ca"));

        assertThatThrownBy(() -> call(Security.none(), server, new byte[1])).hasMessageContaining("TLS");
        call(mutual("alice", "ca"), server, new byte[1]);
        assertThat(callers).hasSize(1);
    }

    @Test
    void stranger_thatNeverFinishesTheTlsHandshake_isClosedInTime() throws IOException {
        Security security = mutual("server", "ca");
        NettyRpcServer impatient = opened(new NettyRpcServer(
                "127.0.0.1", 0, this::handle, Impatient.whileConnecting(bounds).withSecurity(security)));
        for (byte[] beginning : List.of(new byte[0], new byte[] {22, 3, 1, 1, 0, 1})) {
            try (RawPeer stranger = new RawPeer(impatient.port())) {
                stranger.send(beginning);

                assertThat(stranger.isClosed()).isTrue();
            }
        }
        assertThat(callers).isEmpty();
    }

    @Test
    void clientWithTls_ofAServerWithout_isTold() {
        NettyRpcServer plain = opened(new NettyRpcServer("127.0.0.1", 0, this::handle, bounds));

        // Refused by the reply, or by the end of the connection, whichever is first.
        assertThatThrownBy(() -> call(mutual("alice", "ca"), plain, new byte[1]))
                .hasMessageContaining("TLS");
        assertThat(callers).isEmpty();
    }

    @Test
    void token_insideTls_needsBoth() throws IOException {
        String token = Token.random("bob-1", new SecureRandom());
        Path keys = Files.writeString(directory.resolve("keys"), token + " user bob");
        Path tokenFile = Files.writeString(directory.resolve("token"), token);
        NettyRpcServer server =
                server(opened(Security.open(new SecurityConfig(AuthMode.TOKEN, keys, null, files("server", "ca")))));
        Security bob = opened(Security.open(new SecurityConfig(
                AuthMode.TOKEN, null, tokenFile, new TlsFiles(null, null, PKI.resolve("ca.pem"), true))));

        call(bob, server, new byte[1]);

        assertThat(callers).containsExactly(new Principal("bob", Role.USER));
        callers.clear();
        assertRefused(
                opened(Security.open(new SecurityConfig(
                        AuthMode.NONE, null, null, new TlsFiles(null, null, PKI.resolve("ca.pem"), true)))),
                server,
                "asks for a token");
    }

    @Test
    void certificate_thatIsReplacedOnDisk_isUsedForTheNextConnection() throws Exception {
        copy("elsewhere");
        Security changing = opened(Security.open(new SecurityConfig(
                AuthMode.MTLS,
                null,
                null,
                new TlsFiles(
                        directory.resolve("tls.crt"), directory.resolve("tls.key"), PKI.resolve("ca.pem"), true))));
        NettyRpcServer server = server(changing);
        assertRefused(mutual("alice", "ca"), server, "TLS");
        assertThat(changing.certificateNotAfter()).contains(notAfter("elsewhere"));

        copy("server");
        changing.reload();
        assertThat(changing.certificateNotAfter()).contains(notAfter("server"));

        call(mutual("alice", "ca"), server, new byte[1]);
        assertThat(callers).hasSize(1);
    }

    private static Instant notAfter(String name) throws Exception {
        try (InputStream in = Files.newInputStream(PKI.resolve(name + ".pem"))) {
            X509Certificate certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            return certificate.getNotAfter().toInstant();
        }
    }

    private void copy(String name) throws IOException {
        Files.copy(PKI.resolve(name + ".pem"), directory.resolve("tls.crt"), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(PKI.resolve(name + ".key"), directory.resolve("tls.key"), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void files_thatAreMissingOrNoPem_areNamedInOneLine() throws IOException {
        Path noPem = Files.writeString(directory.resolve("tls.key"), "hello");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Security.open(new SecurityConfig(
                        AuthMode.MTLS,
                        null,
                        null,
                        new TlsFiles(PKI.resolve("server.pem"), noPem, PKI.resolve("ca.pem"), true))))
                .withMessageContaining("tls.key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Security.open(new SecurityConfig(
                        AuthMode.MTLS,
                        null,
                        null,
                        new TlsFiles(directory.resolve("none"), noPem, PKI.resolve("ca.pem"), true))))
                .withMessageContaining("tls.certificate-file cannot be read");
    }
}
