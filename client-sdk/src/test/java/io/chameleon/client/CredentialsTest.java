package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.chameleon.client.credentials.Credentials;
import io.chameleon.client.credentials.CredentialsProvider;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.UnauthenticatedException;
import io.chameleon.client.options.CallOptions;
import io.chameleon.testkit.fake.FakeMetadata;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.loopback.LoopbackNetwork;
import io.chameleon.transport.rpc.server.NettyRpcServer;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Credentials of the application's own choice, against a metadata process that asks for a token. */
@Timeout(300)
final class CredentialsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Credentials first = random("alice-1");
    private final Credentials second = random("alice-2");

    @TempDir
    private Path directory;

    private Security security;
    private NettyRpcServer server;

    private static Credentials random(String keyId) {
        return Credentials.parse("a test", Token.random(keyId, new SecureRandom()));
    }

    @BeforeEach
    void start() throws IOException {
        accept(first);
        security = Security.open(new SecurityConfig(AuthMode.TOKEN, directory.resolve("keys"), null, null));
        FakeMetadata metadata =
                new FakeMetadata(new InMemoryMappingTable(InstantSource.system(), Duration.ofHours(1)), List::of);
        server = new NettyRpcServer(
                "127.0.0.1", 0, metadata, TransportConfig.defaults().withSecurity(security));
    }

    @AfterEach
    void stop() {
        server.close();
        security.close();
    }

    private void accept(Credentials... accepted) throws IOException {
        Files.write(
                directory.resolve("keys"),
                List.of(accepted).stream()
                        .map(each -> each.keyId() + ":" + each.secret() + " user alice")
                        .toList());
    }

    private ClientBuilder builder() {
        return ChameleonClient.builder().metadata("127.0.0.1:" + server.port());
    }

    private static boolean isAnswered(ChameleonClient client) {
        try {
            client.with(CallOptions.DEFAULT.attempts(1)).exists(BUCKET, "key");
            return true;
        } catch (ChameleonException e) {
            return false;
        }
    }

    @Test
    void rotatedKey_isUsedWithoutANewClient() throws IOException {
        AtomicReference<Credentials> current = new AtomicReference<>(first);
        try (ChameleonClient client = builder()
                .credentials(() -> Objects.requireNonNull(current.get()))
                .build()) {
            assertThat(client.exists(BUCKET, "key")).isFalse();

            current.set(second);
            accept(second);
            security.reload();

            await().atMost(PATIENCE).until(() -> isAnswered(client));
        }
    }

    @Test
    void wrongKey_isShownAsSuch() {
        try (ChameleonClient client =
                builder().credentials(CredentialsProvider.of(second)).build()) {
            assertThatThrownBy(() -> client.exists(BUCKET, "key"))
                    .isInstanceOf(UnauthenticatedException.class)
                    .message()
                    .doesNotContain(second.secret());
        }
    }

    @Test
    void providerThatFailsLater_leavesTheCredentialsInUse() {
        AtomicInteger asked = new AtomicInteger();
        CredentialsProvider failing = () -> {
            if (asked.incrementAndGet() > 1) {
                throw new IOException("the vault is sealed");
            }
            return first;
        };
        try (ChameleonClient client = builder().credentials(failing).build()) {
            await().atMost(PATIENCE).until(() -> asked.get() > 1);

            assertThat(client.exists(BUCKET, "key")).isFalse();
        }
    }

    @Test
    void providerThatFailsAtFirst_failsTheBuildWithItsReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder()
                        .credentials(() -> {
                            throw new IOException("the vault is sealed");
                        })
                        .build())
                .withMessage("credentials: the vault is sealed")
                .withCauseInstanceOf(IOException.class);
    }

    @Test
    void providerThatFailsWithoutAMessage_isToldByWhatItThrew() {
        CredentialsProvider silent = () -> {
            throw new TimeoutException();
        };
        for (CredentialsProvider failing : List.of(silent, CredentialsProvider.firstOf(silent))) {
            assertThatThrownBy(() -> ChameleonClient.builder()
                            .metadata("127.0.0.1:1")
                            .credentials(failing)
                            .build())
                    .hasMessageContaining("credentials: ")
                    .hasMessageContaining("TimeoutException");
        }
    }

    @Test
    void file_isReadEachTime() throws Exception {
        Path file = directory.resolve("token");
        CredentialsProvider provider = CredentialsProvider.file(file);
        assertThatIllegalArgumentException().isThrownBy(provider::credentials).withMessage("there is no file " + file);

        Files.writeString(file, first.keyId() + ":" + first.secret() + "\n");
        assertThat(provider.credentials()).isEqualTo(first);
        Files.writeString(file, second.keyId() + ":" + second.secret() + "\n");
        assertThat(provider.credentials()).isEqualTo(second);
        Files.writeString(file, "no colon in " + first.secret());
        assertThatIllegalArgumentException()
                .isThrownBy(provider::credentials)
                .withMessageContaining("KEYID:SECRET")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(first.secret()));
    }

    /** It filled the heap. */
    @Test
    void file_thatIsADeviceWithoutAnEnd_isRefusedInOneLine() {
        Path zero = Path.of("/dev/zero");
        assumeTrue(Files.exists(zero), "this system has no /dev/zero");
        assertThatIllegalArgumentException()
                .isThrownBy(CredentialsProvider.file(zero)::credentials)
                .withMessage("/dev/zero cannot be read: it is larger than 1 MiB");
    }

    @Test
    void severalProviders_areAskedInOrderUntilOneHasSome() throws Exception {
        CredentialsProvider unset = CredentialsProvider.environment("CHAMELEON_TOKEN_OF_NOBODY");

        assertThat(CredentialsProvider.firstOf(unset, CredentialsProvider.of(first), CredentialsProvider.of(second))
                        .credentials())
                .isEqualTo(first);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        CredentialsProvider.firstOf(unset, CredentialsProvider.file(directory.resolve("none")))
                                ::credentials)
                .withMessageContaining("CHAMELEON_TOKEN_OF_NOBODY is not set")
                .withMessageContaining("there is no file");
    }

    @Test
    void secret_isNeverShown() {
        assertThat(first.toString()).isEqualTo("credentials alice-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Credentials("alice", "short"))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("short"));
    }

    @Test
    void credentials_besideATokenFileOrAGivenNetwork_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder()
                        .tokenFile(directory.resolve("token"))
                        .credentials(CredentialsProvider.of(first))
                        .build())
                .withMessageContaining("tokenFile");
        try (LoopbackNetwork network = new LoopbackNetwork()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder()
                            .network(network)
                            .credentials(CredentialsProvider.of(first))
                            .build())
                    .withMessageContaining("network");
        }
    }
}
