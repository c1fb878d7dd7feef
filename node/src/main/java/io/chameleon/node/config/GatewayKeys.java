package io.chameleon.node.config;

import io.chameleon.core.Require;
import io.chameleon.node.role.GatewayConfig;
import io.chameleon.node.users.UserKey;
import io.chameleon.s3.address.Cidr;
import io.chameleon.transport.rpc.Endpoint;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The settings of an S3 gateway. */
public final class GatewayKeys {
    /** The user whose keys are settings. */
    public static final String USER = "chameleon";

    static final Key<String> HOST =
            Key.text("s3.host", "127.0.0.1", "address to listen on, for S3 and for the admin page");
    static final Key<Integer> PORT = Key.port("s3.port", GatewayConfig.DEFAULT_PORT, "port of S3; 0 for any");
    static final Key<Integer> ADMIN_PORT = Key.port("s3.admin-port", 7481, "port of the admin page; 0 for any");
    static final Key<List<Endpoint>> METADATA = new Key<>(
            "s3.metadata",
            "host:port,...",
            "127.0.0.1:7400",
            "addresses of the metadata service",
            value -> Arrays.stream(value.split(","))
                    .map(address -> Endpoint.parse(address.strip()))
                    .toList());
    static final Key<String> REGION =
            Key.text("s3.region", GatewayConfig.DEFAULT_REGION, "region that buckets are said to be in");
    static final Key<String> DOMAINS = Key.text(
            "s3.domains",
            "",
            "domains, by commas: a request to BUCKET.DOMAIN is for that bucket; by path buckets are always named");
    static final Key<String> USERS_DIR = Key.path(
            "s3.users-dir",
            "",
            "directory of users' keys, each the one line ACCESSKEY:SECRET in a file NAME/ANYTHING; see chameleon user");
    static final Key<String> ACCESS_KEY =
            Key.text("s3.access-key", "", "access key of the user " + USER + "; empty for no such user");
    static final Key<String> SECRET_KEY = Key.text(
            "s3.secret-key",
            "",
            "that user's secret key; better in the environment than in a flag, which others can see");
    static final Key<String> TLS_CERTIFICATE_FILE =
            Key.path("s3.tls-certificate-file", "", "PEM chain of the certificate for S3; empty for plain HTTP");
    static final Key<String> TLS_KEY_FILE =
            Key.path("s3.tls-key-file", "", "PEM key of that certificate, PKCS#8, not encrypted");
    static final Key<List<Cidr>> TRUSTED_PROXIES = new Key<>(
            "s3.trusted-proxies",
            "address,...",
            "",
            "proxies, each an address or a range as 10.0.0.0/8: their X-Forwarded-For and X-Forwarded-Proto are believed",
            value -> entries(value).map(GatewayKeys::range).toList());

    static final List<Key<?>> LIST = List.of(
            HOST,
            PORT,
            ADMIN_PORT,
            METADATA,
            REGION,
            DOMAINS,
            USERS_DIR,
            ACCESS_KEY,
            SECRET_KEY,
            TLS_CERTIFICATE_FILE,
            TLS_KEY_FILE,
            TRUSTED_PROXIES);
    /** All that a gateway reads. */
    public static final List<Key<?>> OF_ROLE =
            Stream.of(LIST, CommonKeys.LIST).flatMap(List::stream).toList();

    private GatewayKeys() {}

    /** @throws IllegalArgumentException in one line if one of the two keys is missing or makes no sense */
    public static GatewayConfig gateway(Settings settings) {
        return settings.checked(() -> new GatewayConfig(
                settings.get(HOST),
                settings.get(PORT),
                settings.get(ADMIN_PORT),
                settings.get(REGION),
                entries(settings.get(DOMAINS)).toList(),
                file(settings, USERS_DIR),
                user(settings.get(ACCESS_KEY), settings.get(SECRET_KEY)),
                file(settings, TLS_CERTIFICATE_FILE),
                file(settings, TLS_KEY_FILE),
                settings.get(TRUSTED_PROXIES)));
    }

    private static Stream<String> entries(String list) {
        return Arrays.stream(list.split(",")).map(String::strip).filter(entry -> !entry.isEmpty());
    }

    private static Cidr range(String text) {
        try {
            return Cidr.parse(text);
        } catch (IllegalArgumentException e) {
            throw Require.violation("s3.trusted-proxies", text, "an address, or a range as 10.0.0.0/8 or fd00::/8");
        }
    }

    private static List<UserKey> user(String accessKey, String secretKey) {
        if (accessKey.isEmpty() != secretKey.isEmpty()) {
            throw new IllegalArgumentException("s3.access-key and s3.secret-key: one given, expected both or neither");
        }
        try {
            return accessKey.isEmpty() ? List.of() : List.of(new UserKey(USER, accessKey, secretKey));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("s3.access-key and s3.secret-key: " + e.getMessage(), e);
        }
    }

    private static @Nullable Path file(Settings settings, Key<String> key) {
        String given = settings.get(key);
        return given.isEmpty() ? null : Path.of(given);
    }

    public static List<Endpoint> metadata(Settings settings) {
        return settings.get(METADATA);
    }
}
