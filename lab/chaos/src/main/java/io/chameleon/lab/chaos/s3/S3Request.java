package io.chameleon.lab.chaos.s3;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A request to a bucket or an object.
 *
 * @param path {@code /bucket} or {@code /bucket/key}, without a character that needs coding
 */
public record S3Request(
        String method, String path, Map<String, String> query, Map<String, String> headers, byte[] body) {
    private static final byte[] NOTHING = {};

    public S3Request {
        query = new TreeMap<>(query);
        headers = Map.copyOf(headers);
    }

    public static S3Request of(String method, String path) {
        return new S3Request(method, path, Map.of(), Map.of(), NOTHING);
    }

    /** @param value "" for a parameter that has none */
    public S3Request with(String parameter, String value) {
        Map<String, String> all = new TreeMap<>(query);
        all.put(parameter, value);
        return new S3Request(method, path, all, headers, body);
    }

    public S3Request with(Map<String, String> others) {
        return new S3Request(method, path, query, others, body);
    }

    public S3Request with(byte[] bytes) {
        return new S3Request(method, path, query, headers, bytes);
    }

    public S3Request with(String text) {
        return with(text.getBytes(StandardCharsets.UTF_8));
    }

    /** As it is signed and sent. */
    String queryText() {
        return query.entrySet().stream()
                .map(parameter -> coded(parameter.getKey()) + "=" + coded(parameter.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String coded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }

    /** For people. */
    String describe() {
        return method + " " + path + (query.isEmpty() ? "" : "?" + queryText());
    }
}
