package io.chameleon.node.role;

import io.chameleon.core.Require;
import io.chameleon.node.users.UserKey;
import io.chameleon.s3.address.Cidr;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an S3 gateway is run.
 *
 * @param host address to listen on, for S3 and for the admin page
 * @param port of S3; 0 for any free one
 * @param adminPort 0 for any free one
 * @param region that buckets are said to be in
 * @param domains below which host names name buckets
 * @param usersDir directory of users' keys; null for none
 * @param users further keys
 * @param certificate PEM chain; null for plain HTTP
 * @param key of that certificate, PEM, PKCS#8
 * @param trustedProxies that say who the client is
 */
public record GatewayConfig(
        String host,
        int port,
        int adminPort,
        String region,
        List<String> domains,
        @Nullable Path usersDir,
        List<UserKey> users,
        @Nullable Path certificate,
        @Nullable Path key,
        List<Cidr> trustedProxies) {
    public static final int DEFAULT_PORT = 7480;
    public static final String DEFAULT_REGION = "us-east-1";

    public GatewayConfig {
        Require.that(!host.isBlank(), "s3.host", host, "a host name or address");
        Require.that(port >= 0 && port <= 65_535, "s3.port", port, "0 (any) to 65535");
        Require.that(adminPort >= 0 && adminPort <= 65_535, "s3.admin-port", adminPort, "0 (any) to 65535");
        Require.that(
                (certificate == null) == (key == null),
                "s3.tls-certificate-file and s3.tls-key-file",
                "one of them",
                "both or neither");
        domains = List.copyOf(domains);
        users = List.copyOf(users);
        trustedProxies = List.copyOf(trustedProxies);
    }

    /** Plain HTTP for these users, by path alone. */
    public static GatewayConfig local(String host, int port, @Nullable Path usersDir, List<UserKey> users) {
        return new GatewayConfig(host, port, 0, DEFAULT_REGION, List.of(), usersDir, users, null, null, List.of());
    }
}
