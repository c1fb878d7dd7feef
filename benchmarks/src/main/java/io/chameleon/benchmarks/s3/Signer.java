package io.chameleon.benchmarks.s3;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import javax.crypto.Mac;

/** Signs requests with Signature Version 4, as cheaply as it goes. Not for several threads. */
final class Signer {
    static final String UNSIGNED = "UNSIGNED-PAYLOAD";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String REGION = "us-east-1";
    private static final String NAMES = "host;x-amz-content-sha256;x-amz-date";

    private final String host;
    private final String accessKey;
    private final MessageDigest sha256;
    private final Mac mac;
    private final String day;
    private long second;
    private String time = "";

    Signer(Target target) {
        host = target.hosts().getFirst() + ":" + target.port();
        accessKey = target.accessKey();
        day = TIME.format(Instant.now()).substring(0, 8);
        sha256 = Digests.sha256();
        byte[] key = ("AWS4" + target.secretKey()).getBytes(StandardCharsets.UTF_8);
        for (String part : new String[] {day, REGION, "s3", "aws4_request"}) {
            key = Digests.mac(key).doFinal(part.getBytes(StandardCharsets.UTF_8));
        }
        mac = Digests.mac(key);
    }

    /**
     * The head of a request up to its signature, each line ended.
     *
     * @param path without a character that needs coding
     * @param payload hash of the body in hex, or {@link #UNSIGNED}
     */
    String head(String method, String path, String payload) {
        long now = System.currentTimeMillis() / 1000;
        if (now != second) {
            second = now;
            time = TIME.format(Instant.ofEpochSecond(now));
        }
        String scope = day + "/" + REGION + "/s3/aws4_request";
        String canonical = method + "\n" + path + "\n\nhost:" + host + "\nx-amz-content-sha256:" + payload
                + "\nx-amz-date:" + time + "\n\n" + NAMES + "\n" + payload;
        String toSign = "AWS4-HMAC-SHA256\n" + time + "\n" + scope + "\n"
                + HexFormat.of().formatHex(sha256.digest(canonical.getBytes(StandardCharsets.ISO_8859_1)));
        String signature = HexFormat.of().formatHex(mac.doFinal(toSign.getBytes(StandardCharsets.ISO_8859_1)));
        return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nx-amz-date: " + time
                + "\r\nx-amz-content-sha256: " + payload + "\r\nAuthorization: AWS4-HMAC-SHA256 Credential=" + accessKey
                + "/" + scope + ", SignedHeaders=" + NAMES + ", Signature=" + signature + "\r\n";
    }
}
