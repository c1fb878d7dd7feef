package io.chameleon.s3.http;

import io.chameleon.s3.address.Cidr;
import io.chameleon.s3.address.Literal;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says who the client of a request is. {@code X-Forwarded-For} and {@code X-Forwarded-Proto} count on connections of
 * these proxies alone: anybody can send them.
 */
final class TrustedProxies {
    private static final String FOR = "x-forwarded-for";
    private static final String PROTO = "x-forwarded-proto";
    /** Some proxies add the port. */
    private static final Pattern HOP = Pattern.compile("\\[([^]]+)](?::\\d{1,5})?|([\\d.]+)(?::\\d{1,5})?");

    private final List<Cidr> ranges;

    TrustedProxies(List<Cidr> ranges) {
        this.ranges = List.copyOf(ranges);
    }

    Client client(@Nullable InetSocketAddress peer, boolean tls, HttpHeaders headers) {
        if (peer == null || !contains(peer.getAddress())) {
            return new Client(peer, tls);
        }
        InetAddress named = named(headers);
        return new Client(named == null ? peer : new InetSocketAddress(named, 0), isSecure(tls, headers));
    }

    private boolean contains(InetAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    /**
     * Each proxy appends whom it got the request from. So the last address that is no proxy's is the client's, and what
     * is before it may be forged. Null: none can be told.
     */
    private @Nullable InetAddress named(HttpHeaders headers) {
        InetAddress named = null;
        for (String hop : values(headers, FOR).toList().reversed()) {
            named = address(hop);
            if (named == null || !contains(named)) {
                return named;
            }
        }
        return named;
    }

    private static @Nullable InetAddress address(String hop) {
        Matcher parts = HOP.matcher(hop);
        if (!parts.matches()) {
            return Literal.address(hop);
        }
        return Literal.address(parts.group(1) != null ? parts.group(1) : parts.group(2));
    }

    /** Where several proxies say how they got it, one without TLS is enough to be read on the way. */
    private static boolean isSecure(boolean tls, HttpHeaders headers) {
        List<String> schemes = values(headers, PROTO).toList();
        return schemes.isEmpty() ? tls : schemes.stream().allMatch("https"::equalsIgnoreCase);
    }

    private static Stream<String> values(HttpHeaders headers, String name) {
        return headers.getAll(name).stream()
                .flatMap(header -> Stream.of(header.split(",")))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }
}
