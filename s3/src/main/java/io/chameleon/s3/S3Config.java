package io.chameleon.s3;

import io.chameleon.core.Require;
import io.chameleon.s3.address.Cidr;
import io.chameleon.s3.http.HttpLimits;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the gateway serves.
 *
 * @param port 0 for any free one
 * @param region that buckets are said to be in; clients sign for any
 * @param domains below which hosts name buckets, as in {@code BUCKET.s3.example.com}; a path may always name them
 * @param bucketLifetime how long the gateway believes what it knows of a bucket's owner and settings
 * @param tls asked for each connection; null for plain HTTP
 * @param trustedProxies whose X-Forwarded-For and X-Forwarded-Proto say who the client is
 * @param openUnowned whether buckets that nobody owns are open to all users. Such are made by programs that the store
 *     did not ask who they are. It is right only while the store asks nobody; else they take a grant of the store
 */
public record S3Config(
        String host,
        int port,
        String region,
        List<String> domains,
        Duration bucketLifetime,
        HttpLimits limits,
        @Nullable Supplier<SslContext> tls,
        List<Cidr> trustedProxies,
        boolean openUnowned) {
    public S3Config {
        Require.that(port >= 0 && port < 1 << 16, "port of S3", port, "0 to 65535");
        Require.that(region.matches("[a-z0-9-]{1,64}"), "region of S3", region, "letters, digits and hyphens");
        domains = List.copyOf(domains);
        trustedProxies = List.copyOf(trustedProxies);
        domains.forEach(domain -> Require.that(
                domain.matches("[a-z0-9]([a-z0-9.-]*[a-z0-9])?"), "domain of S3", domain, "a host name in lower case"));
        Require.that(!bucketLifetime.isNegative(), "lifetime of a known bucket", bucketLifetime, "0 or more");
    }

    /** Region {@code us-east-1}, no domain, no TLS, no proxy; buckets that nobody owns are closed. */
    public static S3Config listening(String host, int port) {
        return new S3Config(
                host, port, "us-east-1", List.of(), Duration.ofSeconds(1), HttpLimits.DEFAULT, null, List.of(), false);
    }

    public S3Config withRegion(String name) {
        return new S3Config(host, port, name, domains, bucketLifetime, limits, tls, trustedProxies, openUnowned);
    }

    public S3Config withDomains(String... names) {
        return new S3Config(
                host, port, region, List.of(names), bucketLifetime, limits, tls, trustedProxies, openUnowned);
    }

    public S3Config withLimits(HttpLimits newLimits) {
        return new S3Config(host, port, region, domains, bucketLifetime, newLimits, tls, trustedProxies, openUnowned);
    }

    public S3Config withTls(Supplier<SslContext> contexts) {
        return new S3Config(host, port, region, domains, bucketLifetime, limits, contexts, trustedProxies, openUnowned);
    }

    public S3Config withTrustedProxies(List<Cidr> proxies) {
        return new S3Config(host, port, region, domains, bucketLifetime, limits, tls, proxies, openUnowned);
    }

    public S3Config withOpenUnowned(boolean open) {
        return new S3Config(host, port, region, domains, bucketLifetime, limits, tls, trustedProxies, open);
    }
}
