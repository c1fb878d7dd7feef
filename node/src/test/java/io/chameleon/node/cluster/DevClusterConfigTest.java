package io.chameleon.node.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.chameleon.node.cluster.DevClusterConfig.Hosts;
import io.chameleon.node.users.UserKey;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.security.AuthMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a cluster in one process is told, and what its servers are told then. */
class DevClusterConfigTest {
    private static final Path DATA = Path.of("/data");
    private static final UserKey OWN = new UserKey("chameleon", "OWN-KEY", "a-secret-of-ones-own");

    private static void refused(String message, Consumer<DevClusterConfigBuilder> change) {
        DevClusterConfigBuilder builder = DevClusterConfig.in(DATA);
        change.accept(builder);
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "0   | 16777216 | 0  | 0     | servers: '0' given, expected 1 to 200",
                "201 | 16777216 | 0  | 0     | servers: '201' given, expected 1 to 200",
                "1   | 16777215 | 0  | 0     | bytes per server: '16777215' given, expected at least 16 MiB",
                "1   | -1       | 0  | 0     | bytes per server: '-1' given, expected at least 16 MiB",
                "3   | 16777216 | 4  | 0     | zones: '4' given, expected 0 (none) to the number of servers, 3",
                "3   | 16777216 | -1 | 0     | zones: '-1' given, expected 0 (none)",
                "10  | 16777216 | 0  | 80    | port base: '80' given, expected 0 (any free ports) or 1024 to 65506",
                "10  | 16777216 | 0  | 65507 | port base: '65507' given, expected 0 (any free ports) or 1024 to 65506",
                "200 | 16777216 | 0  | 65127 | port base: '65127' given, expected 0 (any free ports) or 1024 to 65126"
            })
    void clusterThatCannotBe_isRefused(int servers, long bytes, int zones, int portBase, String message) {
        refused(
                message,
                cluster ->
                        cluster.servers(servers).serverBytes(bytes).zones(zones).portBase(portBase));
    }

    @Test
    void certificates_andAGraceOfSeconds_areRefused() {
        refused("auth: 'MTLS' given, expected none or token", cluster -> cluster.auth(AuthMode.MTLS));
        refused(
                "grace period: '59s' given, expected at least 1 min",
                cluster -> cluster.gracePeriod(Duration.ofSeconds(59)));
    }

    @Test
    void smallestAndLargestCluster_areTaken() {
        assertThatNoException()
                .isThrownBy(() -> DevClusterConfig.in(DATA)
                        .servers(1)
                        .serverBytes(16 << 20)
                        .zones(1)
                        .portBase(1024)
                        .build());
        assertThatNoException()
                .isThrownBy(() -> DevClusterConfig.in(DATA)
                        .servers(200)
                        .zones(200)
                        .portBase(65_126)
                        .build());
    }

    @Test
    void grace_isThatOfServersAndBalancerAlike() {
        DevClusterConfig config =
                DevClusterConfig.in(DATA).gracePeriod(Duration.ofMinutes(7)).build();
        assertThat(config.balancer().grace()).isEqualTo(Duration.ofMinutes(7));
        assertThat(config.server(0).gracePeriod()).isEqualTo(Duration.ofMinutes(7));
    }

    @Test
    void servers_takeTheZonesInTurn_andHaveAnImageAndPortsEach() {
        DevClusterConfig config =
                DevClusterConfig.in(DATA).servers(5).zones(2).portBase(7400).build();
        assertThat(IntStream.range(0, 5).mapToObj(config::server).map(ServerConfig::zone))
                .containsExactly("zone-0", "zone-1", "zone-0", "zone-1", "zone-0");
        ServerConfig third = config.server(2);
        assertThat(third.devices()).singleElement().satisfies(device -> {
            assertThat(device.server().value()).isEqualTo("flash-2");
            assertThat(device.image()).isEqualTo(DATA.resolve("flash-2.img"));
        });
        assertThat(third.port()).isEqualTo(7414);
        assertThat(third.adminPort()).isEqualTo(7415);
        assertThat(DevClusterConfig.in(DATA).build().server(0).zone()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"MEMORY", "TIMING_ONLY"})
    void serverWithoutAnImage_hasNoFile(Medium medium) {
        assertThat(DevClusterConfig.in(DATA)
                        .medium(medium)
                        .build()
                        .server(0)
                        .devices()
                        .getFirst()
                        .image())
                .isNull();
    }

    @Test
    void directory_isTheSameFromWherever() {
        Path relative = Path.of("some/../data");
        assertThat(DevClusterConfig.in(relative).build().dataDir())
                .isEqualTo(Path.of("data").toAbsolutePath());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##        | h         | host to listen on: '' given, expected a name or address",
                "h         | ##        | host to advertise: '' given, expected a name or address",
                "0.0.0.0   | 0.0.0.0   | host to advertise: '0.0.0.0' given, expected one that clients can connect to",
                "::        | ::        | host to advertise: '::' given, expected one that clients can connect to"
            })
    void host_thatNobodyCanReach_isRefused(String bind, String advertised, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Hosts(bind, advertised))
                .withMessage(message);
    }

    /** Everybody knows the trial's keys. */
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.0.0.2, true",
        "localhost, true",
        "::1, true",
        "0.0.0.0, false",
        "10.0.0.1, false",
        "::, false",
        "store.example.org, false"
    })
    void trialsKeys_serveOnLoopbackOnly(String host, boolean loopback) {
        DevGateway trial = new DevGateway(true, 0, DevGateway.TRIAL, List.of());
        DevGateway own = new DevGateway(true, 0, OWN, List.of());
        assertThatNoException().isThrownBy(() -> own.requireFitToListen(host));
        assertThatNoException().isThrownBy(() -> DevGateway.NONE.requireFitToListen(host));
        if (loopback) {
            assertThatNoException().isThrownBy(() -> trial.requireFitToListen(host));
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> trial.requireFitToListen(host))
                    .withMessage("S3 on " + host + ", which others can reach: expected CHAMELEON_S3_ACCESS_KEY and"
                            + " CHAMELEON_S3_SECRET_KEY, or --no-s3");
        }
    }

    @Test
    void gateway_thatCannotBe_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DevGateway(true, 65_536, OWN, List.of()))
                .withMessage("port of S3: '65536' given, expected 0 (any) to 65535");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DevGateway(true, 0, OWN, List.of("photos", "Photos")))
                .withMessageStartingWith("bucket: 'Photos' given");
        refused(
                "S3 on 0.0.0.0, which others can reach",
                cluster -> cluster.hosts(new Hosts("0.0.0.0", "store.example.org"))
                        .s3(new DevGateway(true, 0, DevGateway.TRIAL, List.of())));
    }

    @Test
    void configuration_shown_hasNoSecret() {
        assertThat(DevClusterConfig.in(DATA)
                        .s3(new DevGateway(true, 0, OWN, List.of()))
                        .build()
                        .toString())
                .contains("OWN-KEY")
                .doesNotContain(OWN.secret());
    }
}
