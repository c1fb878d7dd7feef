package io.chameleon.s3.cors;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One rule. Origins and headers may hold one star, for any text.
 *
 * @param id empty: it has none
 * @param maxAgeSeconds how long a browser may remember the answer; -1: it is not told
 */
public record CorsRule(
        String id,
        List<String> origins,
        List<String> methods,
        List<String> headers,
        List<String> exposed,
        long maxAgeSeconds) {
    private static final String ANY = "*";

    public CorsRule {
        origins = List.copyOf(origins);
        methods = List.copyOf(methods);
        headers = List.copyOf(headers);
        exposed = List.copyOf(exposed);
    }

    /** Null: the rule does not allow that. */
    @Nullable
    CorsGrant grant(String origin, String method, List<String> requestHeaders) {
        if (!methods.contains(method) || !allows(origins, origin)) {
            return null;
        }
        for (String header : requestHeaders) {
            String name = header.toLowerCase(Locale.ROOT);
            if (headers.stream().noneMatch(pattern -> matches(pattern.toLowerCase(Locale.ROOT), name))) {
                return null;
            }
        }
        return new CorsGrant(origins.contains(ANY) ? ANY : origin, methods, requestHeaders, exposed, maxAgeSeconds);
    }

    private static boolean allows(List<String> patterns, String text) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, text));
    }

    private static boolean matches(String pattern, String text) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(text);
        }
        String end = pattern.substring(star + 1);
        return text.length() >= pattern.length() - 1
                && text.startsWith(pattern.substring(0, star))
                && text.endsWith(end);
    }
}
