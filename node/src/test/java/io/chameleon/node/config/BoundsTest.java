package io.chameleon.node.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chameleon.s3.address.Cidr;
import io.chameleon.transport.security.Security;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that can be read, and that no role can work with: the start ends with one line that names the key. */
class BoundsTest {
    private static final Map<String, String> REQUIRED = Map.of(
            "server.id", "flash-0",
            "metadata.database.url", "jdbc:postgresql://db/chameleon",
            "zookeeper.server.data-dir", "/zk",
            "postgresql.data-dir", "/pg",
            "postgresql.password", "secret");
    private static final List<Function<Settings, Object>> ROLES = List.of(
            ServerKeys::server,
            MetadataKeys::metadata,
            BalancerKeys::balancer,
            BalancerKeys::listen,
            GatewayKeys::gateway,
            CommonKeys::zookeeper,
            settings -> TransportKeys.transport(settings, Security.none()),
            ZooKeeperServerKeys::zookeeper,
            PostgresKeys::postgres);

    private static void start(String... keysAndValues) {
        Map<String, String> flags = new HashMap<>(REQUIRED);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            flags.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        Settings settings = new SettingsReader().flags(flags).settings();
        ROLES.forEach(role -> assertThat(role.apply(settings)).isNotNull());
    }

    /** The first value is refused, the second, its neighbour, taken; `-` for none. */
    @ParameterizedTest
    @CsvSource({
        "balancer.sigma-arpt, -0.1, 0",
        "balancer.heat-hot, 0, 0.5",
        "balancer.hcds-from-epoch, -1, 0",
        "balancer.horizon-epochs, 0, 1",
        "balancer.moves-per-server, 10001, 10000",
        "balancer.max-fill, 1.1, 1",
        "balancer.max-fill-over-mean, 0.9, 1",
        "balancer.intent-expiry-epochs, 0, -",
        "balancer.cold-migration-after-epochs, 0, 1",
        "balancer.edm-sigma, 1, 0.9",
        "balancer.cmt-load-weight, 1.1, 1",
        "balancer.rep-ec-cool-epochs, 0, 1",
        "server.port, -1, 0",
        "server.port, 65536, 65535",
        "server.admin-port, -1, 0",
        "server.admin-port, 65536, 65535",
        "server.capacity-bytes, 9223372036854775807, 6963GiB",
        "server.capacity-bytes, 6964GiB, 6963GiB",
        "server.headroom, -0.001, 0",
        "server.headroom, 0.51, 0.5",
        "server.endurance-erases, 0, 1",
        "server.max-erases, -1, 0",
        "server.max-queued-requests, 0, 1",
        "server.max-uncommitted-share, -0.1, 0",
        "server.max-uncommitted-share, 1.1, 1",
        "server.grace-period, 0, -",
        "server.envm.drive-writes-per-day, -1, 0",
        "metadata.port, -1, 0",
        "metadata.port, 65536, 65535",
        "metadata.grace-period, 1ms, 1h",
        "metadata.ring-points, 0, 1",
        "metadata.committers, 0, 1",
        "metadata.max-batch, 0, 1",
        "metadata.max-queued-commits, 0, -",
        "metadata.max-in-flight, 0, 1",
        "metadata.database.pool-size, 1, -",
        "metadata.database.pool-size, 1001, 1000",
        "metadata.database.connect-timeout, 249ms, 250ms",
        "metadata.database.connect-timeout, 1h, 59m",
        "metadata.database.statement-timeout, 999ms, 1s",
        "metadata.database.statement-timeout, 1m, 59s",
        "balancer.port, 65536, 65535",
        "balancer.admin-port, -1, 0",
        "balancer.epoch, 999ms, 1s",
        "balancer.candidates, 0, 1",
        "balancer.candidates, 100000001, 100000000",
        "balancer.remap-batch, 0, 1",
        "balancer.reap-interval, 0, -",
        "balancer.kept-epochs, -1, 0",
        "balancer.repair-rate, 1023, 1KiB",
        "balancer.repair-parallelism, 0, 1",
        "balancer.repair-parallelism, 61, 60",
        "balancer.headroom, -0.01, 0",
        "balancer.headroom, 0.51, 0.5",
        "balancer.request-timeout, 0, -",
        "balancer.lifecycle.interval, 0, -",
        "balancer.lifecycle.day, 0, -",
        "s3.port, 65536, 65535",
        "s3.admin-port, -1, 0",
        "zookeeper.session-timeout, 999ms, 1s",
        "zookeeper.session-timeout, 10m, 599s",
        "zookeeper.server.port, 65536, 65535",
        "zookeeper.server.admin-port, 65536, 65535",
        "postgresql.port, 0, 1",
        "postgresql.port, 65536, 65535",
        "postgresql.max-connections, 4, 5",
        "postgresql.max-connections, 262001, 262000",
        "postgresql.shared-buffers, 1048575, 1MiB",
        "postgresql.shared-buffers, 8192GiB, 8191GiB",
        "transport.connections-per-endpoint, 0, 1",
        "transport.max-in-flight-requests, 0, 1",
        "transport.max-connections, 0, -",
        "transport.max-connections-per-address, 0, 1",
        "transport.connect-timeout, 0, -",
        "transport.frame-timeout, 0, -",
        "transport.idle-timeout, 0, -",
        "transport.io-threads, 0, 1"
    })
    void value_beyondItsBound_isRefusedInOneLine_andItsNeighbourIsTaken(String key, String refused, String taken) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(key, refused))
                .withMessageStartingWith(key + ": '")
                .withMessageContaining("' given, expected ")
                .withMessageEndingWith(" (--" + key + ")")
                .withMessageNotContaining("\n");
        if (!taken.equals("-")) {
            start(key, taken);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.bind-host",
                "metadata.host",
                "metadata.database.user",
                "balancer.bind-host",
                "s3.host",
                "zookeeper.connect",
                "zookeeper.user",
                "zookeeper.server.host",
                "zookeeper.server.data-dir",
                "postgresql.host",
                "postgresql.user",
                "postgresql.database"
            })
    void text_thatMustBeThere_isRefusedIfItIsBlank(String key) {
        for (String blank : List.of("", "  ")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> start(key, blank))
                    .withMessageStartingWith(key + ": '" + blank + "' given, expected ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "metadata.scheme.rep | 3         | REP(2)",
                "metadata.scheme.rep | EC(4+2)   | REP(5)",
                "metadata.scheme.rep | REP(0)    | REP(3)",
                "metadata.scheme.ec  | REP(3)    | EC(8+3)",
                "metadata.scheme.ec  | LRC(5+2)  | LRC(12+2+2)",
                "metadata.scheme.ec  | EC(300+2) | EC(2+1)"
            })
    void scheme_thatDoesNotFitItsPolicy_isRefused(String key, String refused, String taken) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(key, refused))
                .withMessageContaining("' given, expected ")
                .withMessageNotContaining("\n");
        start(key, taken);
    }

    @ParameterizedTest
    @CsvSource({
        "metadata.scheme.rep, REP(1), REP(2)",
        "metadata.scheme.ec, EC(1+0), EC(1+1)",
        "metadata.scheme.ec, EC(4+0), EC(4+1)",
    })
    void scheme_thatSurvivesTheLossOfNoServer_isRefused_asThatOfABucket(String key, String refused, String taken) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start(key, refused))
                .withMessageStartingWith(key + ": '" + refused + "' given, expected ")
                .withMessageContaining("survives the loss of a server");
        start(key, taken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "0123abcd", "0123abcd-0000-4000-8000-00000000000g", "0123ABCD00004000800000000000000"})
    void clusterId_thatIsNoUuid_isRefused(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> start("metadata.cluster-id", id))
                .withMessageStartingWith("metadata.cluster-id: '" + id + "' given, expected ");
    }

    /** The balancer deletes what nobody may commit any more; a policy's own bounds hold together. */
    @Test
    void policysBounds_areCheckedTogether() {
        start("balancer.intent-expiry-epochs", "5", "balancer.cold-migration-after-epochs", "5");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> start("balancer.intent-expiry-epochs", "5", "balancer.cold-migration-after-epochs", "6"))
                .withMessage("balancer.cold-migration-after-epochs: '6' given, expected 1 to"
                        + " balancer.intent-expiry-epochs (5) (--balancer.cold-migration-after-epochs)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "a:1,,b:2 | '' given, expected host:port",
                "a        | 'a' given, expected host:port",
                "a:0      | 'a:0' given, expected host:port",
                "a:65536  | 'a:65536' given, expected host:port"
            })
    void addressOfMetadata_thatIsNone_isRefused_withWhereItCameFrom(String text, String message) {
        Settings settings = new SettingsReader()
                .environment(Map.of("CHAMELEON_BALANCER_METADATA", text, "CHAMELEON_S3_METADATA", text))
                .settings();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BalancerKeys.metadata(settings))
                .withMessage("balancer.metadata: " + message + " (CHAMELEON_BALANCER_METADATA)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GatewayKeys.metadata(settings))
                .withMessage("s3.metadata: " + message + " (CHAMELEON_S3_METADATA)");
    }

    @Test
    void addressesOfMetadata_mayHaveBlanks_andIpv6() {
        Settings settings = new SettingsReader()
                .flags(Map.of("balancer.metadata", " a:1 , [::1]:2 "))
                .settings();
        assertThat(BalancerKeys.metadata(settings)).hasToString("[a:1, [::1]:2]");
    }

    @Test
    void advertisedHost_isThatOfBinding_unlessItIsGiven() {
        Map<String, String> flags = new HashMap<>(REQUIRED);
        flags.put("balancer.bind-host", "10.0.0.1");
        flags.put("server.bind-host", "10.0.0.2");
        flags.put("server.medium", "memory");
        Settings settings = new SettingsReader().flags(flags).settings();
        assertThat(BalancerKeys.listen(settings).advertisedHost()).isEqualTo("10.0.0.1");
        assertThat(ServerKeys.server(settings).advertisedHost()).isEqualTo("10.0.0.2");
        flags.put("balancer.advertised-host", "b.example.org");
        flags.put("server.advertised-host", "s.example.org");
        Settings given = new SettingsReader().flags(flags).settings();
        assertThat(BalancerKeys.listen(given).advertisedHost()).isEqualTo("b.example.org");
        assertThat(ServerKeys.server(given).advertisedHost()).isEqualTo("s.example.org");
    }

    @Test
    void domainsOfS3_areSplitAtCommas_andBlankOnesPassedOver() {
        Settings settings = new SettingsReader()
                .flags(Map.of("s3.domains", " s3.example.org, ,internal,"))
                .settings();
        assertThat(GatewayKeys.gateway(settings).domains()).containsExactly("s3.example.org", "internal");
    }

    @Test
    void proxiesThatS3Trusts_areSplitAtCommas_andByDefaultNone() {
        Settings settings = new SettingsReader()
                .flags(Map.of("s3.trusted-proxies", " 10.0.0.0/8, ,fd00::1,"))
                .settings();
        assertThat(GatewayKeys.gateway(settings).trustedProxies())
                .containsExactly(Cidr.parse("10.0.0.0/8"), Cidr.parse("fd00::1"));
        assertThat(GatewayKeys.gateway(new SettingsReader().settings()).trustedProxies())
                .isEmpty();
    }

    @Test
    void autoOfTheTransport_isThisMachines_andANumberIsTakenAsItIs() {
        Settings auto = new SettingsReader().settings();
        Settings given = new SettingsReader()
                .flags(Map.of("transport.io-threads", "3", "transport.max-total-in-flight-bytes", "100MiB"))
                .settings();
        assertThat(TransportKeys.transport(auto, Security.none()).ioThreads()).isBetween(1, 16);
        assertThat(TransportKeys.transport(given, Security.none()).ioThreads()).isEqualTo(3);
        assertThat(TransportKeys.transport(given, Security.none()).maxTotalInFlightBytes())
                .isEqualTo(100L << 20);
        Settings wrong = new SettingsReader()
                .flags(Map.of("transport.io-threads", "many"))
                .settings();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransportKeys.transport(wrong, Security.none()))
                .withMessage("transport.io-threads: 'many' given, expected a whole number (--transport.io-threads)");
    }
}
