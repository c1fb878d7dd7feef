package io.chameleon.node.config;

import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings of every role. */
public final class CommonKeys {
    static final Key<String> ZOOKEEPER_CONNECT = Key.text(
            "zookeeper.connect",
            "127.0.0.1:2181",
            "ZooKeeper's servers, host:port[,host:port...][/path]; a path that is not there is made");
    static final Key<Duration> ZOOKEEPER_SESSION_TIMEOUT = Key.time(
            "zookeeper.session-timeout",
            ZooKeeperConfig.DEFAULT_SESSION_TIMEOUT,
            "time without contact after which ZooKeeper takes the process for dead");
    static final Key<String> ZOOKEEPER_USER = Key.text(
            "zookeeper.user", ZooKeeperConfig.DEFAULT_USER, "whose password it is, of ZooKeeper's scheme digest");
    static final Key<String> ZOOKEEPER_PASSWORD = Key.text(
            "zookeeper.password",
            "",
            "the same for every process: with it, what they write into ZooKeeper is open to this user alone; empty: to everybody");

    private static final TransportConfig STANDARD = TransportConfig.defaults();

    static final Key<Integer> MAX_HEADER_BYTES =
            Key.smallBytes("transport.max-header-bytes", STANDARD.maxHeaderBytes(), "largest control header taken");
    static final Key<Integer> MAX_PAYLOAD_BYTES =
            Key.smallBytes("transport.max-payload-bytes", STANDARD.maxPayloadBytes(), "largest payload taken");
    static final Key<Integer> CONNECTIONS_PER_ENDPOINT = Key.integer(
            "transport.connections-per-endpoint",
            STANDARD.connectionsPerEndpoint(),
            "connections a client keeps to one endpoint");
    static final Key<Integer> MAX_IN_FLIGHT_REQUESTS = Key.integer(
            "transport.max-in-flight-requests",
            STANDARD.maxInFlightRequests(),
            "requests of one connection in work, beyond which no more are read");
    static final Key<Integer> MAX_IN_FLIGHT_BYTES = Key.smallBytes(
            "transport.max-in-flight-bytes", STANDARD.maxInFlightBytes(), "bytes of these requests and their answers");
    static final Key<Long> MAX_TOTAL_IN_FLIGHT_BYTES = new Key<>(
            "transport.max-total-in-flight-bytes",
            "bytes",
            "auto",
            "bytes of the requests and answers of all connections, beyond which none is read; auto is half the heap, at most 256MiB",
            value -> value.equals("auto")
                    ? STANDARD.maxTotalInFlightBytes()
                    : Key.bytes("transport.max-total-in-flight-bytes", 1, "")
                            .parser()
                            .apply(value));
    static final Key<Integer> MAX_CONNECTIONS = Key.integer(
            "transport.max-connections", STANDARD.maxConnections(), "connections taken; further ones are closed");
    static final Key<Integer> MAX_CONNECTIONS_PER_ADDRESS = Key.integer(
            "transport.max-connections-per-address",
            STANDARD.maxConnectionsPerAddress(),
            "connections taken from one address; further ones are closed");
    static final Key<Duration> CONNECT_TIMEOUT = Key.time(
            "transport.connect-timeout", STANDARD.connectTimeout(), "until a connection stands and is greeted");
    static final Key<Duration> FRAME_TIMEOUT = Key.time(
            "transport.frame-timeout",
            STANDARD.frameTimeout(),
            "until a frame that has begun is complete, and for a peer to take the answers that wait for it, or 4MiB of them");
    static final Key<Duration> IDLE_TIMEOUT = Key.time(
            "transport.idle-timeout", STANDARD.idleTimeout(), "after which a connection without requests is closed");
    static final Key<Duration> CLOSE_TIMEOUT = Key.time(
            "transport.close-timeout", STANDARD.closeTimeout(), "for requests in flight when the process stops");
    static final Key<Integer> IO_THREADS = new Key<>(
            "transport.io-threads",
            "count",
            "auto",
            "event loops; auto is one for each processor, at most 16",
            value -> value.equals("auto")
                    ? STANDARD.ioThreads()
                    : Key.integer("transport.io-threads", 1, "").parser().apply(value));

    static final Key<AuthMode> AUTH_MODE = Key.choice(
            "auth.mode",
            AuthMode.class,
            AuthMode.NONE,
            "how callers prove who they are: not at all (loopback only), by a shared secret, or by a certificate");
    static final Key<String> AUTH_KEYS_FILE = Key.text(
            "auth.keys-file", "", "mode token: file of the keys that are accepted, lines of KEYID:SECRET ROLE NAME");
    static final Key<String> AUTH_USERS_DIR = Key.text(
            "auth.users-dir",
            "",
            "mode token: directory of further keys, each the one line KEYID:SECRET in a file NAME/ANYTHING of user NAME");
    static final Key<String> AUTH_TOKEN_FILE = Key.text(
            "auth.token-file", "", "mode token: file with the one line KEYID:SECRET that this process shows to others");
    static final Key<String> TLS_CERTIFICATE_FILE = Key.text(
            "tls.certificate-file", "", "PEM chain of this process's certificate, its own first; empty for no TLS");
    static final Key<String> TLS_KEY_FILE =
            Key.text("tls.key-file", "", "PEM key of that certificate, PKCS#8, not encrypted");
    static final Key<String> TLS_CA_FILE =
            Key.text("tls.ca-file", "", "PEM certificates of the authorities whose signatures count");
    static final Key<Boolean> TLS_VERIFY_HOST = Key.flag(
            "tls.verify-host", true, "whether a server's certificate must be made out to the host that was called");

    public static final List<Key<?>> LIST = List.of(
            AUTH_MODE,
            AUTH_KEYS_FILE,
            AUTH_USERS_DIR,
            AUTH_TOKEN_FILE,
            TLS_CERTIFICATE_FILE,
            TLS_KEY_FILE,
            TLS_CA_FILE,
            TLS_VERIFY_HOST,
            ZOOKEEPER_CONNECT,
            ZOOKEEPER_SESSION_TIMEOUT,
            ZOOKEEPER_USER,
            ZOOKEEPER_PASSWORD,
            MAX_HEADER_BYTES,
            MAX_PAYLOAD_BYTES,
            CONNECTIONS_PER_ENDPOINT,
            MAX_IN_FLIGHT_REQUESTS,
            MAX_IN_FLIGHT_BYTES,
            MAX_TOTAL_IN_FLIGHT_BYTES,
            MAX_CONNECTIONS,
            MAX_CONNECTIONS_PER_ADDRESS,
            CONNECT_TIMEOUT,
            FRAME_TIMEOUT,
            IDLE_TIMEOUT,
            CLOSE_TIMEOUT,
            IO_THREADS);

    private CommonKeys() {}

    public static ZooKeeperConfig zookeeper(Settings settings) {
        return new ZooKeeperConfig(
                settings.get(ZOOKEEPER_CONNECT),
                settings.get(ZOOKEEPER_SESSION_TIMEOUT),
                settings.get(ZOOKEEPER_USER),
                settings.get(ZOOKEEPER_PASSWORD));
    }

    /** The files' content is read later, when the role starts. */
    public static SecurityConfig security(Settings settings) {
        Path certificate = file(settings, TLS_CERTIFICATE_FILE);
        Path key = file(settings, TLS_KEY_FILE);
        Path ca = file(settings, TLS_CA_FILE);
        boolean tls = certificate != null || key != null || ca != null;
        return new SecurityConfig(
                settings.get(AUTH_MODE),
                file(settings, AUTH_KEYS_FILE),
                file(settings, AUTH_USERS_DIR),
                file(settings, AUTH_TOKEN_FILE),
                tls ? new TlsFiles(certificate, key, ca, settings.get(TLS_VERIFY_HOST)) : null);
    }

    /**
     * Reads the files of keys and certificates. The caller closes the result after the role.
     *
     * @param bindHost where the role will listen
     * @throws IllegalArgumentException in one line if a file makes no sense, or the address is open to others without
     *     authentication
     */
    public static Security openSecurity(Settings settings, String bindHost) {
        Security security = Security.open(security(settings));
        try {
            security.requireFitToListen(bindHost);
            return security;
        } catch (IllegalArgumentException e) {
            security.close();
            throw e;
        }
    }

    private static @Nullable Path file(Settings settings, Key<String> key) {
        String given = settings.get(key);
        return given.isEmpty() ? null : Path.of(given);
    }

    /**
     * @param security the caller closes it
     */
    public static TransportConfig transport(Settings settings, Security security) {
        return STANDARD.with()
                .maxHeaderBytes(settings.get(MAX_HEADER_BYTES))
                .maxPayloadBytes(settings.get(MAX_PAYLOAD_BYTES))
                .connectionsPerEndpoint(settings.get(CONNECTIONS_PER_ENDPOINT))
                .maxInFlightRequests(settings.get(MAX_IN_FLIGHT_REQUESTS))
                .maxInFlightBytes(settings.get(MAX_IN_FLIGHT_BYTES))
                .maxTotalInFlightBytes(settings.get(MAX_TOTAL_IN_FLIGHT_BYTES))
                .maxConnections(settings.get(MAX_CONNECTIONS))
                .maxConnectionsPerAddress(settings.get(MAX_CONNECTIONS_PER_ADDRESS))
                .connectTimeout(settings.get(CONNECT_TIMEOUT))
                .frameTimeout(settings.get(FRAME_TIMEOUT))
                .idleTimeout(settings.get(IDLE_TIMEOUT))
                .closeTimeout(settings.get(CLOSE_TIMEOUT))
                .ioThreads(settings.get(IO_THREADS))
                .security(security)
                .build();
    }
}
