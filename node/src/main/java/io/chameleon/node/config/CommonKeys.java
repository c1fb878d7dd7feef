package io.chameleon.node.config;

import io.chameleon.node.role.ZooKeeperConfig;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Security;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings of every role. */
public final class CommonKeys {
    private static final Logger LOG = LoggerFactory.getLogger(CommonKeys.class);

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

    static final Key<AuthMode> AUTH_MODE = Key.choice(
            "auth.mode",
            AuthMode.class,
            AuthMode.NONE,
            "how callers prove who they are: not at all (loopback only), by a shared secret, or by a certificate");
    static final Key<String> AUTH_KEYS_FILE = Key.path(
            "auth.keys-file", "", "mode token: file of the keys that are accepted, lines of KEYID:SECRET ROLE NAME");
    static final Key<String> AUTH_USERS_DIR = Key.path(
            "auth.users-dir",
            "",
            "mode token: directory of further keys, each the one line KEYID:SECRET in a file NAME/ANYTHING of user NAME");
    static final Key<String> AUTH_TOKEN_FILE = Key.path(
            "auth.token-file", "", "mode token: file with the one line KEYID:SECRET that this process shows to others");
    static final Key<String> TLS_CERTIFICATE_FILE = Key.path(
            "tls.certificate-file", "", "PEM chain of this process's certificate, its own first; empty for no TLS");
    static final Key<String> TLS_KEY_FILE =
            Key.path("tls.key-file", "", "PEM key of that certificate, PKCS#8, not encrypted");
    static final Key<String> TLS_CA_FILE =
            Key.path("tls.ca-file", "", "PEM certificates of the authorities whose signatures count");
    static final Key<Boolean> TLS_VERIFY_HOST = Key.flag(
            "tls.verify-host", true, "whether a server's certificate must be made out to the host that was called");

    public static final List<Key<?>> LIST = Stream.<Key<?>>concat(
                    Stream.of(
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
                            ZOOKEEPER_PASSWORD),
                    TransportKeys.LIST.stream())
            .toList();

    private CommonKeys() {}

    public static ZooKeeperConfig zookeeper(Settings settings) {
        return settings.checked(() -> new ZooKeeperConfig(
                settings.get(ZOOKEEPER_CONNECT),
                settings.get(ZOOKEEPER_SESSION_TIMEOUT),
                settings.get(ZOOKEEPER_USER),
                settings.get(ZOOKEEPER_PASSWORD)));
    }

    /** The files' content is read later, when the role starts. */
    public static SecurityConfig security(Settings settings) {
        return settings.checked(() -> {
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
        });
    }

    /**
     * Reads the files of keys and certificates. The caller closes the result after the role.
     *
     * @param bindHost where the role will listen
     * @throws IllegalArgumentException in one line if a file makes no sense, or the address is open to others without
     *     authentication
     */
    public static Security openSecurity(Settings settings, String bindHost) {
        return opened(settings, security -> security.requireFitToListen(bindHost));
    }

    /** As {@link #openSecurity}, for a role that also connects to others as what it is. */
    public static Security openSecurityOfPeer(Settings settings, String bindHost) {
        return opened(settings, security -> {
            security.requireFitToListen(bindHost);
            security.requireFitToConnect();
        });
    }

    /** As {@link #openSecurity}, for a role that only connects. */
    public static Security openSecurityOfClient(Settings settings) {
        return opened(settings, Security::requireFitToConnect);
    }

    private static Security opened(Settings settings, Consumer<Security> check) {
        return settings.checked(() -> {
            Security security = Security.open(security(settings));
            try {
                check.accept(security);
                security.certificateWarning(InstantSource.system().instant()).ifPresent(LOG::warn);
                return security;
            } catch (IllegalArgumentException e) {
                security.close();
                throw e;
            }
        });
    }

    private static @Nullable Path file(Settings settings, Key<String> key) {
        String given = settings.get(key);
        return given.isEmpty() ? null : Path.of(given);
    }
}
