package io.chameleon.node.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.node.users.UserKey;
import io.chameleon.transport.rpc.TransportConfig;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the roles are told, as far as it can be wrong before anything starts. */
class RoleConfigTest {
    private static final UserKey ANN = new UserKey("ann", "ANN", "a-secret-of-ann");

    @TempDir
    Path directory;

    private static GatewayConfig gateway(
            String host, int port, int adminPort, @Nullable Path certificate, @Nullable Path key) {
        return new GatewayConfig(
                host, port, adminPort, "eu", List.of(), null, List.of(ANN), certificate, key, List.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##| 1     | 1     | s3.host: '' given, expected a host name or address",
                "h | -1    | 1     | s3.port: '-1' given, expected 0 (any) to 65535",
                "h | 65536 | 1     | s3.port: '65536' given, expected 0 (any) to 65535",
                "h | 1     | -1    | s3.admin-port: '-1' given, expected 0 (any) to 65535",
                "h | 1     | 65536 | s3.admin-port: '65536' given, expected 0 (any) to 65535"
            })
    void gateway_thatCannotListen_isRefused(String host, int port, int adminPort, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gateway(host, port, adminPort, null, null))
                .withMessage(message);
    }

    @Test
    void gateway_withHalfOfATlsIdentity_isRefused() {
        Path file = Path.of("tls.pem");
        String message = "s3.tls-certificate-file and s3.tls-key-file: 'one of them' given, expected both or neither";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gateway("h", 0, 0, file, null))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gateway("h", 0, 0, null, file))
                .withMessage(message);
        assertThatNoException().isThrownBy(() -> gateway("h", 0, 65_535, file, file));
    }

    @Test
    void gateway_keepsItsUsers_whateverBecomesOfTheList_andShowsNoSecret() {
        List<UserKey> users = new ArrayList<>(List.of(ANN));
        GatewayConfig config = GatewayConfig.local("127.0.0.1", 0, null, users);
        users.clear();
        assertThat(config.users()).containsExactly(ANN);
        assertThat(config.toString()).contains("ANN").doesNotContain(ANN.secret());
        assertThat(config.region()).isEqualTo("us-east-1");
        assertThat(config.domains()).isEmpty();
    }

    @Test
    void certificateOfTheGateway_thatIsNotThere_isNamed() throws IOException {
        Path certificate = directory.resolve("tls.crt");
        Path key = directory.resolve("tls.key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GatewayTls(certificate, key))
                .withMessage("TLS of S3: " + certificate + " cannot be read: there is no such file");
        Files.writeString(certificate, "x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GatewayTls(certificate, key))
                .withMessage("TLS of S3: " + key + " cannot be read: there is no such file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LW9mLW1pbmU=\n-----END PRIVATE KEY-----\n",
                "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0LW9mLW1pbmU=\n-----END RSA PRIVATE KEY-----\n",
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nc2VjcmV0LW9mLW1pbmU=\n"
            })
    void certificateOfTheGateway_thatIsNone_isNamed_withoutAnyPartOfIt(String content) throws IOException {
        Path certificate = Files.writeString(directory.resolve("tls.crt"), content);
        Path key = Files.writeString(directory.resolve("tls.key"), content);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GatewayTls(certificate, key))
                .withMessage("TLS of S3: " + certificate + " and " + key + ", expected a PEM chain and its PKCS#8 key");
    }

    @Test
    void certificateOfTheGateway_thatHasExpired_isNamedWithItsEnd() {
        Path pki = Path.of("src/test/resources/pki");
        GatewayTls tls = new GatewayTls(pki.resolve("expired.pem"), pki.resolve("expired.key"));
        assertThat(tls.warning(Instant.parse("2020-02-02T00:00:00Z")).orElseThrow())
                .startsWith("s3.tls-certificate-file " + pki.resolve("expired.pem") + ": ")
                .contains("expired at 2020-02-01T00:00:00Z");
        assertThat(tls.warning(Instant.parse("2020-01-02T00:00:00Z"))).isEmpty();
    }

    @Test
    void certificateOfTheGateway_withTheKeyOfAnother_isRefused() throws IOException {
        Path pki = Path.of("src/test/resources/pki");
        Path key = Files.copy(Path.of("../transport/src/test/resources/pki/server.key"), directory.resolve("tls.key"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GatewayTls(pki.resolve("expired.pem"), key))
                .withMessage("TLS of S3: " + key + " is not the key of " + pki.resolve("expired.pem"));
    }

    @Test
    void certificateOfTheGateway_isNotReplacedByOneThatHasExpired() throws IOException {
        Path good = Path.of("../transport/src/test/resources/pki");
        Path pki = Path.of("src/test/resources/pki");
        Path certificate = Files.copy(good.resolve("server.pem"), directory.resolve("tls.crt"));
        Path key = Files.copy(good.resolve("server.key"), directory.resolve("tls.key"));
        GatewayTls tls = new GatewayTls(certificate, key);
        SslContext before = tls.get();
        Files.copy(pki.resolve("expired.pem"), certificate, StandardCopyOption.REPLACE_EXISTING);
        Files.copy(pki.resolve("expired.key"), key, StandardCopyOption.REPLACE_EXISTING);
        tls.refresh();
        assertThat(tls.get()).isSameAs(before);
    }

    @Test
    void certificateOfTheGateway_thatIsADirectory_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GatewayTls(directory, directory))
                .withMessageStartingWith("TLS of S3: " + directory);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "## | 0     | 0     | balancer.bind-host: '' given, expected a host name or address",
                "h  | -1    | 0     | balancer.port: '-1' given, expected 0 (any) to 65535",
                "h  | 65536 | 0     | balancer.port: '65536' given, expected 0 (any) to 65535",
                "h  | 0     | -1    | balancer.admin-port: '-1' given, expected 0 (any) to 65535",
                "h  | 0     | 65536 | balancer.admin-port: '65536' given, expected 0 (any) to 65535"
            })
    void balancer_thatCannotListen_isRefused(String host, int port, int adminPort, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BalancerRole.Listen(host, host, port, adminPort))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource({
        "zk:2181, zk:2181, ''",
        "zk:2181/, zk:2181, ''",
        "'a:1,b:2,c:3', 'a:1,b:2,c:3', ''",
        "'a:1,b:2/stores/one', 'a:1,b:2', /stores/one",
        "zk:2181/größe, zk:2181, /größe"
    })
    void connectString_isHostsAndARoot(String connect, String hosts, String root) {
        ZooKeeperConfig config = ZooKeeperConfig.of(connect);
        assertThat(config.hosts()).isEqualTo(hosts);
        assertThat(config.root()).isEqualTo(root);
        assertThat(config.isAuthenticated()).isFalse();
        assertThat(config.withPassword("secret").isAuthenticated()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "PT0.999S | u   | zookeeper.session-timeout: '999ms' given, expected 1 s to below 10 min",
                "PT10M    | u   | zookeeper.session-timeout: '10m' given, expected 1 s to below 10 min",
                "PT10S    | a:b | zookeeper.user: 'a:b' given, expected a name without a colon",
                "PT10S    | a b | zookeeper.user: 'a b' given, expected a name without a colon",
                "PT10S    | ##  | zookeeper.user: '' given, expected a name without a colon"
            })
    void zookeeper_thatMakesNoSense_isRefused(Duration session, String user, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ZooKeeperConfig("zk:2181", session, user, "secret"))
                .withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, Integer.MAX_VALUE})
    void rebuild_ofADatabaseThatIsNot_isRefused_beforeAnythingIsAsked(int number) {
        DatabaseConfig database = DatabaseConfig.defaults("jdbc:postgresql://db/x", "u", "p");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RebuildRun(
                                List.of(database, database),
                                number,
                                TransportConfig.defaults(),
                                ZooKeeperConfig.of("127.0.0.1:1"),
                                1)
                        .close())
                .withMessage("--database: '" + number + "' given, expected 0 to 1, as metadata.database.further-urls"
                        + " has 1 URLs");
    }
}
