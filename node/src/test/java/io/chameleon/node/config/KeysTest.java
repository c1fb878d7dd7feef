package io.chameleon.node.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.core.ServerId;
import io.chameleon.metadata.MetadataConfig;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.server.ServerConfig;
import io.chameleon.server.ServerConfig.Device;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.SecurityConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeysTest {
    /** A start needs these. */
    private static final Map<String, String> REQUIRED = Map.of(
            "server.id", "flash-0",
            "metadata.database.url", "jdbc:postgresql://db/chameleon",
            "zookeeper.server.data-dir", "/zk",
            "postgresql.data-dir", "/pg",
            "postgresql.password", "secret");
    /** With these every key of its group means something. */
    private static final Map<String, String> SECURED = Map.of(
            "auth.mode",
            "token",
            "auth.token-file",
            "/auth/token",
            "tls.certificate-file",
            "/tls/tls.crt",
            "tls.key-file",
            "/tls/tls.key",
            "tls.ca-file",
            "/tls/ca.crt",
            "s3.access-key",
            "KEY",
            "s3.secret-key",
            "secret-of-key",
            "s3.tls-certificate-file",
            "/s3/tls.crt",
            "s3.tls-key-file",
            "/s3/tls.key");

    /** For each key a value that is valid and not its default. */
    private static final Map<String, String> OTHER = Map.ofEntries(
            entry("server.id", "flash-9"),
            entry("postgresql.initialise", "false"),
            entry("server.devices", "left,right"),
            entry("server.bind-host", "10.0.0.1"),
            entry("server.advertised-host", "flash-9.example"),
            entry("server.port", "1"),
            entry("server.admin-port", "2"),
            entry("server.zone", "east"),
            entry("server.node", "worker-7"),
            entry("server.medium", "memory"),
            entry("server.image", "/data/flash.img"),
            entry("server.capacity-bytes", "2GiB"),
            entry("server.latency", "paced"),
            entry("server.write-mode", "hot-cold-and-copies"),
            entry("server.headroom", "0.1"),
            entry("server.endurance-erases", "1000"),
            entry("server.max-erases", "900"),
            entry("server.max-queued-requests", "7"),
            entry("server.drain-on-stop", "7s"),
            entry("server.grace-period", "2h"),
            entry("server.max-uncommitted-share", "0.5"),
            entry("server.scrub-rate", "1MiB"),
            entry("server.envm.bytes", "64MiB"),
            entry("server.envm.policy", "oc"),
            entry("server.envm.dram-bytes", "1MiB"),
            entry("server.envm.drive-writes-per-day", "0.5"),
            entry("metadata.host", "0.0.0.0"),
            entry("metadata.port", "3"),
            entry("metadata.admin-port", "4"),
            entry("metadata.grace-period", "2h"),
            entry("metadata.scheme.rep", "REP(4)"),
            entry("metadata.scheme.ec", "EC(6+3)"),
            entry("metadata.ring-points", "32"),
            entry("metadata.committers", "3"),
            entry("metadata.max-batch", "16"),
            entry("metadata.max-queued-commits", "1024"),
            entry("metadata.max-in-flight", "100"),
            entry("metadata.cluster-id", "0123abcd-0000-4000-8000-000000000001"),
            entry("metadata.database.url", "jdbc:postgresql://other/chameleon"),
            entry("metadata.database.further-urls", "jdbc:postgresql://db-1/chameleon"),
            entry("metadata.database.user", "somebody"),
            entry("metadata.database.password", "secret"),
            entry("metadata.database.pool-size", "20"),
            entry("metadata.database.connect-timeout", "1s"),
            entry("metadata.database.statement-timeout", "20s"),
            entry("metadata.database.require-standby", "true"),
            entry("balancer.metadata", "a:1,b:2"),
            entry("balancer.bind-host", "10.0.0.2"),
            entry("balancer.advertised-host", "balancer.example"),
            entry("balancer.port", "5"),
            entry("balancer.admin-port", "6"),
            entry("balancer.policy", "none"),
            entry("balancer.epoch", "10m"),
            entry("balancer.candidates", "10"),
            entry("balancer.remap-batch", "11"),
            entry("balancer.reap-interval", "2s"),
            entry("balancer.reap-delay", "3s"),
            entry("balancer.grace", "2h"),
            entry("balancer.kept-epochs", "12"),
            entry("balancer.repair-rate", "1MiB"),
            entry("balancer.repair-parallelism", "3"),
            entry("balancer.repair-after", "1m"),
            entry("balancer.headroom", "0.1"),
            entry("balancer.lifecycle.interval", "30m"),
            entry("balancer.lifecycle.day", "12h"),
            entry("balancer.uploads.abandoned-after", "14d"),
            entry("balancer.request-timeout", "4s"),
            entry("balancer.sigma-arpt", "0.3"),
            entry("balancer.sigma-hcds", "0.2"),
            entry("balancer.heat-hot", "3.5"),
            entry("balancer.swaps-per-epoch", "13"),
            entry("balancer.hcds-from-epoch", "14"),
            entry("balancer.horizon-epochs", "15"),
            entry("balancer.intent-expiry-epochs", "16"),
            entry("balancer.cold-migration-after-epochs", "5"),
            entry("balancer.cold-migration-fragments", "17"),
            entry("balancer.max-fill", "0.5"),
            entry("balancer.max-fill-over-mean", "1.5"),
            entry("balancer.max-extra-writes", "0.5"),
            entry("balancer.even-enough", "0.1"),
            entry("balancer.moves-per-server", "9"),
            entry("balancer.bulk-writes", "0.3"),
            entry("balancer.edm-lambda", "0.02"),
            entry("balancer.edm-iterations", "18"),
            entry("balancer.edm-sigma", "0.4"),
            entry("balancer.edm-cumulative", "true"),
            entry("balancer.edm-cold-below", "2"),
            entry("balancer.edm-least-utilisation", "0.6"),
            entry("balancer.cmt-threshold", "0.2"),
            entry("balancer.cmt-load-weight", "0.7"),
            entry("balancer.rep-ec-cool-epochs", "19"),
            entry("balancer.as-printed", "true"),
            entry("erasure.codec", "backblaze"),
            entry("s3.host", "0.0.0.0"),
            entry("s3.port", "27"),
            entry("s3.admin-port", "28"),
            entry("s3.metadata", "a:1,b:2"),
            entry("s3.region", "eu-central-1"),
            entry("s3.domains", "s3.example.com, s3.internal"),
            entry("s3.users-dir", "/etc/chameleon/s3-users"),
            entry("s3.access-key", "OTHER"),
            entry("s3.secret-key", "another-secret"),
            entry("s3.tls-certificate-file", "/other/tls.crt"),
            entry("s3.tls-key-file", "/other/tls.key"),
            entry("s3.trusted-proxies", "10.0.0.0/8, fd00::1"),
            entry("auth.mode", "mtls"),
            entry("auth.keys-file", "/etc/chameleon/keys"),
            entry("auth.users-dir", "/etc/chameleon/users"),
            entry("auth.token-file", "/etc/chameleon/token"),
            entry("tls.certificate-file", "/etc/chameleon/tls.crt"),
            entry("tls.key-file", "/etc/chameleon/tls.key"),
            entry("tls.ca-file", "/etc/chameleon/ca.crt"),
            entry("tls.verify-host", "false"),
            entry("zookeeper.connect", "zk:2181"),
            entry("zookeeper.session-timeout", "20s"),
            entry("zookeeper.user", "somebody"),
            entry("zookeeper.password", "secret"),
            entry("zookeeper.server.data-dir", "/other"),
            entry("zookeeper.server.host", "0.0.0.0"),
            entry("zookeeper.server.port", "22"),
            entry("zookeeper.server.admin-port", "23"),
            entry("postgresql.data-dir", "/other"),
            entry("postgresql.host", "0.0.0.0"),
            entry("postgresql.port", "24"),
            entry("postgresql.admin-port", "25"),
            entry("postgresql.user", "somebody"),
            entry("postgresql.password", "other"),
            entry("postgresql.database", "another"),
            entry("postgresql.max-connections", "26"),
            entry("postgresql.shared-buffers", "32MiB"),
            entry("transport.max-header-bytes", "1MiB"),
            entry("transport.max-payload-bytes", "9MiB"),
            entry("transport.connections-per-endpoint", "3"),
            entry("transport.max-in-flight-requests", "18"),
            entry("transport.max-in-flight-bytes", "32MiB"),
            entry("transport.max-total-in-flight-bytes", "33MiB"),
            entry("transport.max-connections", "19"),
            entry("transport.max-connections-per-address", "17"),
            entry("transport.connect-timeout", "1s"),
            entry("transport.frame-timeout", "21s"),
            entry("transport.idle-timeout", "1m"),
            entry("transport.close-timeout", "1s"),
            entry("transport.io-threads", "9"));

    /** Not generic, as {@link Map#entry} is: javac took seconds for the types of so many. */
    private static Map.Entry<String, String> entry(String key, String value) {
        return Map.entry(key, value);
    }

    static Stream<Key<?>> keys() {
        return AllKeys.LIST.stream();
    }

    /** Everything that a start gets, by what it reads. */
    private static List<Object> components(Map<String, String> flags) {
        Map<String, String> all = new HashMap<>(REQUIRED);
        all.putAll(SECURED);
        all.putAll(flags);
        Settings settings = new SettingsReader().flags(all).settings();
        Settings server = all.getOrDefault("server.medium", "image").equals("image") ? settings : withoutImage(all);
        return List.of(
                ServerKeys.server(server),
                ServerKeys.drainOnStop(settings),
                MetadataKeys.metadata(settings),
                MetadataKeys.adminPort(settings),
                BalancerKeys.balancer(settings),
                BalancerKeys.metadata(settings),
                BalancerKeys.listen(settings),
                GatewayKeys.gateway(settings),
                GatewayKeys.metadata(settings),
                CommonKeys.security(settings),
                TransportKeys.transport(settings, Security.none()),
                CommonKeys.zookeeper(settings),
                ZooKeeperServerKeys.zookeeper(settings),
                PostgresKeys.postgres(settings),
                PostgresKeys.adminPort(settings));
    }

    private static Settings withoutImage(Map<String, String> all) {
        Map<String, String> rest = new HashMap<>(all);
        rest.remove("server.image");
        return new SettingsReader().flags(rest).settings();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyKey_reachesItsComponent(Key<?> key) {
        assertThat(OTHER).containsKey(key.name());
        assertThat(components(Map.of(key.name(), OTHER.getOrDefault(key.name(), ""))))
                .as(key.name())
                .isNotEqualTo(components(Map.of()));
    }

    @Test
    void everyKey_givenByTheEnvironment_isTheSameAsByFlag() {
        Map<String, String> environment = new HashMap<>();
        for (Key<?> key : AllKeys.LIST) {
            if (!key.name().equals("server.image")) {
                environment.put(key.variable(), OTHER.getOrDefault(key.name(), ""));
            }
        }
        Settings settings = new SettingsReader().environment(environment).settings();
        for (Key<?> key : AllKeys.LIST) {
            assertThat(settings.isSet(key))
                    .as(key.variable())
                    .isEqualTo(!key.name().equals("server.image"));
        }
        assertThat(BalancerKeys.balancer(settings).policyConfig().sigmaHcds()).isEqualTo(0.2);
    }

    @Test
    void halfOfAnS3Key_isRefusedInOneLine_withoutTheSecret() {
        Settings settings = new SettingsReader()
                .flags(Map.of("s3.secret-key", "secret-of-key"))
                .settings();
        assertThatThrownBy(() -> GatewayKeys.gateway(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("s3.access-key and s3.secret-key: one given, expected both or neither");
        assertThat(settings.shown(GatewayKeys.OF_ROLE).get("s3.secret-key")).startsWith("***");
    }

    @Test
    void keyOfS3_thatMakesNoSense_isRefusedUnderItsSettings_withoutTheSecret() {
        Settings settings = new SettingsReader()
                .flags(Map.of("s3.access-key", "KEY", "s3.secret-key", "short"))
                .settings();
        assertThatThrownBy(() -> GatewayKeys.gateway(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("s3.access-key and s3.secret-key: secret key of KEY: expected 8 to 512")
                .hasMessageNotContaining("short");
    }

    @Test
    void codecThatIsNone_isRefusedInOneLine_thatNamesThoseThatWork() {
        Settings settings =
                new SettingsReader().flags(Map.of("erasure.codec", "fastest")).settings();
        assertThatThrownBy(() -> BalancerKeys.balancer(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "erasure.codec: 'fastest' given, expected auto or one that works here: backblaze, portable");
    }

    @Test
    void defaults_areThoseOfTheComponents() {
        Settings nothing = new SettingsReader().flags(REQUIRED).settings();
        MetadataConfig metadata =
                MetadataConfig.defaults(DatabaseConfig.defaults("jdbc:postgresql://db/chameleon", "chameleon", ""));
        assertThat(MetadataKeys.metadata(nothing))
                .isEqualTo(metadata.withHost("127.0.0.1").withPort(7400));
        assertThat(BalancerKeys.balancer(nothing)).isEqualTo(BalancerConfig.defaults());
        assertThat(TransportKeys.transport(nothing, Security.none())).isEqualTo(TransportConfig.defaults());
        assertThat(CommonKeys.security(nothing)).isEqualTo(SecurityConfig.NONE);
        assertThat(CommonKeys.zookeeper(nothing)).isEqualTo(ZooKeeperConfig.of("127.0.0.1:2181"));
        ServerConfig local =
                ServerConfig.local(new ServerId("flash-0"), Medium.IMAGE, Path.of("flash-0.img"), 1L << 30);
        assertThat(ServerKeys.server(nothing))
                .usingRecursiveComparison()
                .ignoringFields("port", "adminPort")
                .isEqualTo(local);
        assertThat(ServerKeys.server(nothing).port()).isEqualTo(7410);
    }

    @Test
    void devices_haveAServerAndAnImageEach_namedAfterThem() {
        assertThat(devices(Map.of("server.devices", "left, right", "server.image", "/mnt/{device}/flash.img")))
                .containsExactly(
                        new Device(new ServerId("flash-0-left"), Path.of("/mnt/left/flash.img")),
                        new Device(new ServerId("flash-0-right"), Path.of("/mnt/right/flash.img")));
        assertThat(devices(Map.of("server.devices", "d1")))
                .containsExactly(new Device(new ServerId("flash-0-d1"), Path.of("flash-0-d1.img")));
        assertThat(devices(Map.of("server.devices", "0,1", "server.medium", "memory")))
                .containsExactly(
                        new Device(new ServerId("flash-0-0"), null), new Device(new ServerId("flash-0-1"), null));
    }

    @Test
    void furtherDatabases_areListedWithCommasOrBlanks_alsoIfTheirUrlsNameSeveralHosts() {
        List<String> urls = List.of("jdbc:postgresql://a,b:5433/chameleon", "jdbc:postgresql://c/chameleon?user=x");
        for (String between : List.of(",", " ", ", ")) {
            assertThat(further(String.join(between, urls))).isEqualTo(urls);
        }
        assertThat(further("")).isEmpty();
    }

    private static List<String> further(String text) {
        Map<String, String> all = new HashMap<>(REQUIRED);
        all.put("metadata.database.further-urls", text);
        return MetadataKeys.metadata(new SettingsReader().flags(all).settings()).further().stream()
                .map(DatabaseConfig::jdbcUrl)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    db-1                          | metadata.database.further-urls: 'db-1' given, expected jdbc:postgresql://host
                    jdbc:postgresql://a b         | metadata.database.further-urls: 'jdbc:postgresql://a b' given, expected jdbc
                    jdbc:postgresql://db/chameleon| metadata.database.further-urls: 'a URL twice' given, expected each
                    """)
    void furtherDatabases_thatMakeNoSense_areRefusedInOneLine(String text, String message) {
        assertThatThrownBy(() -> further(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a,,b  |                 | server.devices: '' given, expected names of lower-case
                    A     |                 | server.devices: 'A' given, expected names of lower-case
                    a,a   |                 | server.devices: '[flash-0-a, flash-0-a]' given, expected a different one for each
                    a,b   | /data/flash.img | server.image: '/data/flash.img' given, expected {device} in the place of
                          | /mnt/{device}/f | server.image: '/mnt/{device}/f' given, expected no {device} without
                    """)
    void devices_thatCannotBeToldApart_areRefusedInOneLine(String names, String image, String message) {
        Map<String, String> given = new HashMap<>();
        given.put("server.devices", names == null ? "" : names);
        given.put("server.image", image == null ? "" : image);

        assertThatThrownBy(() -> devices(given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    private static List<Device> devices(Map<String, String> flags) {
        Map<String, String> all = new HashMap<>(REQUIRED);
        all.putAll(flags);
        return ServerKeys.server(new SettingsReader().flags(all).settings()).devices();
    }

    @Test
    void defaults_areTheDocumentedOnes() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("../docs/reference/configuration.md")).stream()
                .filter(line -> line.matches("\\| `\\w+\\..*"))
                .toList();
        assertThat(documented)
                .containsExactlyElementsOf(
                        AllKeys.LIST.stream().map(KeysTest::documentation).toList());
    }

    /** Others are refused by the chart, as a process refuses them. */
    @Test
    void keys_areThoseThatTheChartTakes() throws IOException {
        assertThat(Files.readAllLines(Path.of("../helm/chameleon/keys.txt")))
                .containsExactlyElementsOf(AllKeys.LIST.stream().map(Key::name).toList());
    }

    /** The key's line in docs/reference/configuration.md. */
    static String documentation(Key<?> key) {
        String standard = key.defaultText();
        String shown = standard == null ? "required" : standard.isEmpty() ? "empty" : "`" + standard + "`";
        return "| `" + key.name() + "` | " + key.unit() + " | " + shown + " | " + key.description() + " |";
    }
}
