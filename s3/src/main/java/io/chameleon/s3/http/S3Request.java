package io.chameleon.s3.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One request: its head, as the client sent it, and its body, which is still to come. */
public final class S3Request {
    private final String id;
    private final String method;
    private final String uri;
    private final String rawPath;
    private final String rawQuery;
    private final Query query;
    private final HttpHeaders headers;
    private final RequestBody body;
    private final Client client;

    /** @throws IllegalArgumentException if the URI is not percent-coded UTF-8 */
    S3Request(String id, HttpRequest head, RequestBody body, Client client) {
        this.uri = head.uri();
        String local = origin(head.uri());
        int mark = local.indexOf('?');
        this.id = id;
        this.method = head.method().name();
        this.rawPath = mark < 0 ? local : local.substring(0, mark);
        this.rawQuery = mark < 0 ? "" : local.substring(mark + 1);
        this.query = Query.parse(rawQuery);
        this.headers = head.headers();
        this.body = body;
        this.client = client;
    }

    /** The absolute form, which proxies get, without scheme and host. */
    private static String origin(String uri) {
        int scheme = uri.startsWith("/") ? -1 : uri.indexOf("://");
        if (scheme < 0) {
            return uri;
        }
        int path = uri.indexOf('/', scheme + 3);
        return path < 0 ? "/" : uri.substring(path);
    }

    /** The value of {@code x-amz-request-id}. */
    public String id() {
        return id;
    }

    /** As sent: HTTP tells upper and lower case apart, and no operation has a method in lower case. */
    public String method() {
        return method;
    }

    public boolean isHead() {
        return method.equals("HEAD");
    }

    /** The target of the request line, as sent: signatures are over this. */
    public String uri() {
        return uri;
    }

    /** The headers as sent, one character for each byte. */
    public HttpHeaders rawHeaders() {
        return headers;
    }

    /** Not decoded. */
    public String rawPath() {
        return rawPath;
    }

    /** As sent, without the question mark. */
    public String rawQuery() {
        return rawQuery;
    }

    public Query query() {
        return query;
    }

    /** The first header of that name. */
    public @Nullable String header(String name) {
        String value = headers.get(name);
        return value == null ? null : Latin.toText(value);
    }

    /** The host that it names, in lower case and without a port; "" for none. */
    public String host() {
        String host = header("host");
        if (host == null) {
            return "";
        }
        int colon = host.startsWith("[") ? -1 : host.indexOf(':');
        return (colon < 0 ? host : host.substring(0, colon)).toLowerCase(Locale.ROOT);
    }

    /** Scheme and authority under which the client knows the gateway, as {@code http://host:7480}; "" for no host. */
    public String address() {
        String host = header("host");
        return host == null ? "" : (client.secure() ? "https://" : "http://") + host;
    }

    /** All headers of that name, in their order. */
    public List<String> headers(String name) {
        return headers.getAll(name).stream().map(Latin::toText).toList();
    }

    /** The headers by lower-case name; several of one name are in their order. */
    public Map<String, List<String>> headers() {
        Map<String, List<String>> all = new TreeMap<>();
        headers.names().forEach(name -> all.put(name.toLowerCase(Locale.ROOT), headers(name)));
        return all;
    }

    public RequestBody body() {
        return body;
    }

    public Client client() {
        return client;
    }
}
