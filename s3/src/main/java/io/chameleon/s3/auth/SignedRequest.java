package io.chameleon.s3.auth;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * A request as it came over the wire, one char for each byte (as Netty decodes it).
 *
 * @param target path and query of the request line, not decoded
 */
public record SignedRequest(String method, String target, HttpHeaders headers) {
    private static final String SCHEME_END = "://";

    /** The path, not decoded. A target with scheme and authority, as proxies send it, has one too. */
    public String path() {
        String local = local();
        int query = local.indexOf('?');
        return query < 0 ? local : local.substring(0, query);
    }

    /** What follows the first question mark, not decoded. */
    public String query() {
        int query = target.indexOf('?');
        return query < 0 ? "" : target.substring(query + 1);
    }

    private String local() {
        if (target.startsWith("/")) {
            return target;
        }
        int scheme = target.indexOf(SCHEME_END);
        if (scheme < 0) {
            return target;
        }
        int slash = target.indexOf('/', scheme + SCHEME_END.length());
        int query = target.indexOf('?');
        if (slash < 0 || (query >= 0 && query < slash)) {
            return "/";
        }
        return target.substring(slash);
    }
}
