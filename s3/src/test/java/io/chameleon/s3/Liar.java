package io.chameleon.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.s3.http.HttpLimits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** Ways in which a client breaks what it announced: what each sends, and how it is told. */
enum Liar {
    SHORT_BODY("") {
        @Override
        byte[] bytes(int port, String path) {
            return text(RawClient.put(path, BODY, DECENT) + half());
        }

        /** It goes away. */
        @Override
        void meet(RawClient client) {}
    },
    STALLED_BODY("RequestTimeout", Limits.BODY) {
        @Override
        byte[] bytes(int port, String path) {
            return text(RawClient.put(path, BODY, DECENT) + half());
        }
    },
    STALLED_CHUNK("RequestTimeout", Limits.BODY) {
        @Override
        byte[] bytes(int port, String path) {
            return text(chunked(path, BODY, "x-amz-checksum-crc32") + Integer.toHexString(BODY) + "\r\n" + half());
        }
    },
    STALLED_HEAD("", Limits.HEAD) {
        @Override
        byte[] bytes(int port, String path) {
            return text("PUT " + path + " HTTP/1.1\r\nHost: s3\r\nContent-Le");
        }

        @Override
        void meet(RawClient client) throws IOException {
            assertThat(client.isEnded()).isTrue();
        }
    },
    NOTHING_TAKEN("", Limits.ANSWER) {
        @Override
        byte[] bytes(int port, String path) {
            return text(RawClient.get(SlowClientsTest.LARGE).repeat(20));
        }

        /** Its answers wait until the gateway gives it up. */
        @Override
        void meet(RawClient client) {}
    },
    WRONG_MD5("BadDigest") {
        @Override
        byte[] bytes(int port, String path) {
            return text(RawClient.put(path, BODY, "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==") + body());
        }
    },
    WRONG_CHECKSUM("BadDigest") {
        @Override
        byte[] bytes(int port, String path) {
            return text(RawClient.put(path, BODY, "x-amz-checksum-crc32: AAAAAA==") + body());
        }
    },
    WRONG_HASH("XAmzContentSHA256Mismatch") {
        @Override
        byte[] bytes(int port, String path) {
            return text(RawClient.put(path, BODY, "x-amz-content-sha256: " + "0".repeat(64)) + body());
        }
    },
    TRAILER_MISSING("MalformedTrailerError") {
        @Override
        byte[] bytes(int port, String path) {
            return text(chunked(path, framed("\r\n").length(), "x-amz-checksum-crc32") + framed("\r\n"));
        }
    },
    TRAILER_WRONG("BadDigest") {
        @Override
        byte[] bytes(int port, String path) {
            String trailer = "x-amz-checksum-crc32:AAAAAA==\r\n\r\n";
            return text(chunked(path, framed(trailer).length(), "x-amz-checksum-crc32") + framed(trailer));
        }
    },
    WRONG_LENGTH("IncompleteBody") {
        @Override
        byte[] bytes(int port, String path) {
            String framed = framed("x-amz-checksum-crc32:AAAAAA==\r\n\r\n");
            return text(chunked(path, framed.length(), "x-amz-checksum-crc32")
                            .replace("decoded-content-length: " + BODY, "decoded-content-length: " + (BODY + 1))
                    + framed);
        }
    },
    CHUNK_FORGED("SignatureDoesNotMatch") {
        @Override
        byte[] bytes(int port, String path) throws IOException {
            byte[] bytes = signed(port, path);
            // A byte of the last chunk's data, which was signed as another.
            bytes[bytes.length - 400]++;
            return bytes;
        }
    };

    /** Only what the liar provokes ends soon: whoever is slow by chance, on a busy machine, meets no limit. */
    static final class Limits {
        private static final Duration SOON = Duration.ofSeconds(5);
        private static final Duration LATE = Duration.ofMinutes(10);

        static final HttpLimits NONE = HttpLimits.DEFAULT.withPauses(LATE, LATE, LATE);
        static final HttpLimits HEAD = HttpLimits.DEFAULT.withPauses(SOON, LATE, LATE);
        static final HttpLimits BODY = HttpLimits.DEFAULT.withPauses(LATE, SOON, LATE);
        static final HttpLimits ANSWER = HttpLimits.DEFAULT.withPauses(LATE, LATE, SOON);

        private Limits() {}
    }

    static final int BODY = 300_000;

    private static final String DECENT = "x-amz-meta-liar: yes";

    private final String code;
    private final HttpLimits limits;

    Liar(String code) {
        this(code, Limits.NONE);
    }

    Liar(String code, HttpLimits limits) {
        this.code = code;
        this.limits = limits;
    }

    /** Of the gateway that it lies to. */
    HttpLimits limits() {
        return limits;
    }

    abstract byte[] bytes(int port, String path) throws IOException;

    /** Waits for its answer. */
    void meet(RawClient client) throws IOException {
        assertThat(client.answer().body()).as(name()).contains("<Code>" + code + "</Code>");
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String body() {
        return "b".repeat(BODY);
    }

    private static String half() {
        return "b".repeat(BODY / 2);
    }

    private static String framed(String end) {
        return Integer.toHexString(BODY) + "\r\n" + body() + "\r\n0\r\n" + end;
    }

    private static String chunked(String path, int length, String trailer) {
        return RawClient.put(
                path,
                length,
                "x-amz-content-sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER",
                "x-amz-decoded-content-length: " + BODY,
                "x-amz-trailer: " + trailer);
    }

    /** A good request in signed chunks, as Amazon's signer makes it. */
    private static byte[] signed(int port, String path) throws IOException {
        SdkHttpRequest.Builder request = SdkHttpRequest.builder()
                .uri(URI.create("http://127.0.0.1:" + port + path))
                .method(SdkHttpMethod.PUT)
                .putHeader("Content-Length", Integer.toString(BODY));
        byte[] body = text(body());
        var signed = AwsV4HttpSigner.create()
                .sign(r -> r.identity(AwsCredentialsIdentity.create("AKALICE", "secret-of-alice"))
                        .request(request.build())
                        .payload(() -> new ByteArrayInputStream(body))
                        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1")
                        .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                        .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false)
                        .putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, true)
                        .putProperty(AwsV4HttpSigner.CHUNK_ENCODING_ENABLED, true));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        StringBuilder head = new StringBuilder("PUT " + path + " HTTP/1.1\r\n");
        if (signed.request().firstMatchingHeader("Host").isEmpty()) {
            head.append("Host: 127.0.0.1:").append(port).append("\r\n");
        }
        signed.request()
                .forEachHeader((name, values) -> values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n")));
        all.writeBytes(text(head + "\r\n"));
        try (InputStream framed = signed.payload().orElseThrow().newStream()) {
            all.writeBytes(framed.readAllBytes());
        }
        return all.toByteArray();
    }
}
