package io.chameleon.lab.chaos.s3;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;

/** Signature Version 4 in the header {@code Authorization}, over all of the body. Safe from any thread. */
final class Signer {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String REGION = "us-east-1";
    private static final String NAMES = "host;x-amz-content-sha256;x-amz-date";
    private static final int DAY = "yyyyMMdd".length();

    private final String accessKey;
    private final String secretKey;

    Signer(String accessKey, String secretKey) {
        this.accessKey = accessKey;
        this.secretKey = secretKey;
    }

    /**
     * The headers that make a request good.
     *
     * @param path without a character that needs coding
     * @param query coded, its parameters in order, each with its {@code =}
     */
    Map<String, String> headers(Instant now, String host, String method, String path, String query, byte[] body) {
        String time = TIME.format(now);
        String day = time.substring(0, DAY);
        String payload = Hashes.hex(Hashes.sha256(body));
        String canonical = method + "\n" + path + "\n" + query + "\nhost:" + host + "\nx-amz-content-sha256:" + payload
                + "\nx-amz-date:" + time + "\n\n" + NAMES + "\n" + payload;
        String scope = day + "/" + REGION + "/s3/aws4_request";
        String toSign =
                "AWS4-HMAC-SHA256\n" + time + "\n" + scope + "\n" + Hashes.hex(Hashes.sha256(Hashes.bytes(canonical)));
        Map<String, String> headers = new TreeMap<>();
        headers.put("x-amz-content-sha256", payload);
        headers.put("x-amz-date", time);
        headers.put(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=" + accessKey + "/" + scope + ", SignedHeaders=" + NAMES + ", Signature="
                        + Hashes.hex(Hashes.mac(key(day), toSign)));
        return headers;
    }

    private byte[] key(String day) {
        byte[] key = Hashes.bytes("AWS4" + secretKey);
        for (String part : new String[] {day, REGION, "s3", "aws4_request"}) {
            key = Hashes.mac(key, part);
        }
        return key;
    }
}
