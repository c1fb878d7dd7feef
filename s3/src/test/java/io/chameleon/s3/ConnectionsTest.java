package io.chameleon.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.s3.RawClient.Answer;
import io.chameleon.s3.http.HttpLimits;
import io.chameleon.s3.xml.XmlReader;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** Clients that are pipelining, slow, half open, lying or broken; the bucket "open" is open to all, "closed" is not. */
class ConnectionsTest {
    private static final Duration NEVER = Duration.ofMinutes(10);
    private static final HttpLimits QUICK_HEADS = HttpLimits.DEFAULT.withPauses(Duration.ofMillis(1500), NEVER, NEVER);
    private static final HttpLimits QUICK_BODIES = HttpLimits.DEFAULT.withPauses(NEVER, Duration.ofMillis(600), NEVER);

    private S3Fixture fixture;

    @BeforeEach
    void start() {
        use(new S3Fixture());
    }

    private void use(S3Fixture given) {
        if (fixture != null) {
            fixture.close();
        }
        fixture = given;
        fixture.s3.createBucket(it -> it.bucket("open"));
        fixture.s3.putBucketPolicy(it -> it.bucket("open").policy("""
                                {"Version": "2012-10-17", "Statement": [
                                  {"Effect": "Allow", "Principal": "*", "Action": "s3:*",
                                   "Resource": ["arn:aws:s3:::open", "arn:aws:s3:::open/*"]}]}
                                """));
        fixture.s3.createBucket(it -> it.bucket("closed"));
        put("key", "value");
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private void put(String key, String text) {
        fixture.s3.putObject(it -> it.bucket("open").key(key), RequestBody.fromString(text));
    }

    private RawClient connect() throws IOException {
        return new RawClient(fixture.server.port());
    }

    private boolean exists(String key) throws IOException {
        return exists(fixture.server, key);
    }

    private static boolean exists(S3Server gateway, String key) throws IOException {
        try (RawClient client = new RawClient(gateway.port())) {
            return client.send(RawClient.get("/open/" + key)).answer().status() == 200;
        }
    }

    @Test
    void pipelinedRequests_areAnsweredInOrder() throws IOException {
        put("1", "one");
        put("2", "two");
        try (RawClient client = connect()) {
            client.send(RawClient.get("/open/1")
                    + RawClient.put("/open/3", 5) + "three"
                    + "HEAD /open/2 HTTP/1.1\r\nHost: s3\r\n\r\n"
                    + RawClient.get("/open/3")
                    + RawClient.get("/closed/1")
                    + RawClient.get("/open/2"));

            assertThat(client.answer().body()).isEqualTo("one");
            assertThat(client.answer().status()).isEqualTo(200);
            Answer head = client.answer(false);
            assertThat(head.headers()).containsEntry("content-length", "3");
            assertThat(client.answer().body()).isEqualTo("three");
            assertThat(client.answer().status()).isEqualTo(403);
            assertThat(client.answer().body()).isEqualTo("two");
        }
    }

    @Test
    void expectation_isAnsweredAfterAuthorisation() throws IOException {
        try (RawClient client = connect()) {
            Answer refused = client.send(RawClient.put("/closed/key", 5, "Expect: 100-continue"))
                    .answer();
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).contains("<Code>AccessDenied</Code>");
            assertThat(client.isEnded()).isTrue();
        }
        try (RawClient client = connect()) {
            client.send(RawClient.put("/open/expected", 5, "Expect: 100-continue"));
            assertThat(client.answer().status()).isEqualTo(100);
            assertThat(client.send("bytes").answer().status()).isEqualTo(200);
            assertThat(client.send(RawClient.get("/open/expected")).answer().body())
                    .isEqualTo("bytes");
        }
    }

    /** The SDK for Python expects one for an empty object, too, and misreads the next answer if none came. */
    @Test
    void expectation_ofAnEmptyBody_isAnswered() throws IOException {
        try (RawClient client = connect()) {
            client.send(RawClient.put("/open/empty", 0, "Expect: 100-continue"));
            assertThat(client.answer().status()).isEqualTo(100);
            assertThat(client.answer().status()).isEqualTo(200);
            client.send(RawClient.put("/closed/empty", 0, "Expect: 100-continue"));
            assertThat(client.answer().status()).isEqualTo(100);
            assertThat(client.answer().status()).isEqualTo(403);
            assertThat(client.send(RawClient.get("/open/empty")).answer().status())
                    .isEqualTo(200);
        }
    }

    @Test
    void bodyThatIsNotWhatWasAnnounced_storesNothing() throws IOException {
        String trailers = "x-amz-content-sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER";
        String[][] lies = {
            {"5", "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==", "bytes", "BadDigest"},
            {"5", "x-amz-checksum-crc32: AAAAAA==", "bytes", "BadDigest"},
            {"5", "x-amz-content-sha256: " + "0".repeat(64), "bytes", "XAmzContentSHA256Mismatch"},
            {"17", trailers + "\r\nx-amz-decoded-content-length: 6", "5\r\nbytes\r\n0\r\n\r\n\r\n", "IncompleteBody"},
            {
                "15",
                trailers + "\r\nx-amz-decoded-content-length: 5\r\nx-amz-trailer: x-amz-checksum-crc32",
                "5\r\nbytes\r\n0\r\n\r\n",
                "MalformedTrailerError"
            },
        };
        for (String[] lie : lies) {
            try (RawClient client = connect()) {
                Answer answer = client.send(RawClient.put("/open/lie", Integer.parseInt(lie[0]), lie[1]) + lie[2])
                        .answer();
                assertThat(answer.body()).as(lie[1]).contains("<Code>" + lie[3] + "</Code>");
                assertThat(answer.status()).isEqualTo(400);
                assertThat(client.send(RawClient.get("/open/lie")).answer().status())
                        .as("the same connection, after %s", lie[1])
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void transferCodingBesideChunks_isRefused_andStoresNothing() throws IOException {
        try (RawClient client = connect()) {
            Answer answer = client.send("PUT /open/coded HTTP/1.1\r\nHost: s3\r\n"
                            + "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nbytes\r\n0\r\n\r\n")
                    .answer();
            assertThat(answer.status()).isEqualTo(501);
            assertThat(answer.body()).contains("<Code>NotImplemented</Code>");
            assertThat(client.isEnded()).isTrue();
        }
        assertThat(exists("coded")).isFalse();
    }

    @Test
    void clientThatGoesAway_storesNothing() throws IOException {
        try (RawClient client = connect()) {
            client.send(RawClient.put("/open/half", 1000) + "x".repeat(500));
        }
        await().until(() -> inFlight() == 0);
        assertThat(exists("half")).isFalse();
        assertThat(exists("key")).isTrue();
    }

    @Test
    void clientThatClosesItsSide_isAnsweredWhatItSent() throws IOException {
        try (RawClient client = connect()) {
            client.send(RawClient.put("/open/closing", 5) + "bytes"
                    + RawClient.get("/open/closing")
                    + RawClient.put("/open/cut", 1000) + "x".repeat(500));
            client.endOutput();
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.answer().body()).isEqualTo("bytes");
            Answer cut = client.answer();
            assertThat(cut.status()).isEqualTo(400);
            assertThat(cut.body()).contains("<Code>IncompleteBody</Code>");
            assertThat(client.isEnded()).isTrue();
        }
        assertThat(exists("cut")).isFalse();
        try (RawClient client = connect()) {
            client.endOutput();
            assertThat(client.isEnded()).isTrue();
        }
    }

    /** Of either limit a gateway of its own: what is slow by chance meets the other one nowhere. */
    @Test
    void slowClients_areEnded_andOthersServed() throws IOException {
        S3Server bodies = fixture.gateway(QUICK_BODIES, new SimpleMeterRegistry());
        S3Server heads = fixture.gateway(QUICK_HEADS, new SimpleMeterRegistry());
        List<RawClient> slow = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            slow.add(
                    i % 2 == 0
                            ? new RawClient(bodies.port()).send(RawClient.put("/open/slow" + i, 1000) + "some")
                            : new RawClient(heads.port()).send("GET /open/key HTTP/1.1\r\nHo"));
        }
        assertThat(exists(bodies, "key")).isTrue();
        // This one may itself come too late, once.
        await().ignoreExceptions().until(() -> exists(heads, "key"));
        for (int i = 0; i < slow.size(); i++) {
            try (RawClient client = slow.get(i)) {
                if (i % 2 == 0) {
                    assertThat(client.answer().body()).contains("<Code>RequestTimeout</Code>");
                }
                assertThat(client.isEnded()).isTrue();
            }
        }
        assertThat(exists("slow0")).isFalse();
    }

    @Test
    void whatIsNotHttp_isAnsweredWithAnError() throws IOException {
        String[][] requests = {
            {"NONSENSE\r\n\r\n", "BadRequest"},
            {"GET /open/key HTTP/2.0\r\nHost: s3\r\n\r\n", "BadRequest"},
            {"PUT /open/key HTTP/1.1\r\nHost: s3\r\nContent-Length: many\r\n\r\n", "BadRequest"},
            {RawClient.get("/open/" + "k".repeat(20_000)), "InvalidURI"},
            {"GET /open/key HTTP/1.1\r\nX: " + "x".repeat(40_000) + "\r\n\r\n", "RequestHeaderSectionTooLarge"},
        };
        for (String[] request : requests) {
            try (RawClient client = connect()) {
                Answer answer = client.send(request[0]).answer();
                assertThat(answer.status()).as(request[1]).isEqualTo(400);
                assertThat(answer.body()).contains("<Code>" + request[1] + "</Code>");
                assertThat(client.isEnded()).isTrue();
            }
        }
        try (RawClient client = connect()) {
            assertThat(client.send(RawClient.get("/open/%zz")).answer().body()).contains("InvalidURI");
            assertThat(client.send(RawClient.get("/open/key")).answer().status())
                    .isEqualTo(200);
        }
    }

    /** An answer to HEAD has a length and no bytes: who did not ask with HEAD would wait for them. */
    @Test
    void methodInLowerCase_isNone() throws IOException {
        try (RawClient client = connect()) {
            for (String method : List.of("head", "get", "Put")) {
                Answer answer = client.send(method + " /open/key HTTP/1.1\r\nHost: s3\r\n\r\n")
                        .answer();
                assertThat(answer.status()).as(method).isEqualTo(405);
                assertThat(answer.body()).contains("<Code>MethodNotAllowed</Code>");
            }
        }
    }

    @Test
    void pageThatAsksForWhatNobodyCanHave_isToldSo() throws IOException {
        String[][] requests = {
            {"/open/" + "k".repeat(1025), "KeyTooLongError"},
            {"/open/%00", "InvalidURI"},
            {"/open/%FF", "InvalidURI"},
            {"open", "InvalidURI"},
            {"/Bad_Name/key", "InvalidBucketName"},
        };
        try (RawClient client = connect()) {
            for (String[] request : requests) {
                Answer answer = client.send(
                                "GET " + request[0] + " HTTP/1.1\r\nHost: s3\r\nOrigin: https://a.example\r\n\r\n")
                        .answer();
                assertThat(answer.body()).contains("<Code>" + request[1] + "</Code>");
                assertThat(answer.status()).isEqualTo(400);
            }
        }
    }

    @Test
    void error_canBeRead_whateverTheRequestHolds() throws IOException {
        try (RawClient client = connect()) {
            for (String path : List.of(
                    "/open/\u0001",
                    "/open/\u0000",
                    "/open/key?versionId=%00",
                    "/open/key?response-expires=%0B%EF%BF%BE")) {
                byte[] body = client.send(RawClient.get(path)).answer().body().getBytes(StandardCharsets.UTF_8);
                assertThat(XmlReader.read(body, "Error").textOf("Code"))
                        .as(path)
                        .isPresent();
            }
        }
    }

    @Test
    void range_countsForTheVersionThatTheClientHas() throws IOException {
        try (RawClient client = connect()) {
            String tag =
                    client.send(RawClient.get("/open/key")).answer().headers().get("etag");
            String[][] answers = {{tag, "al"}, {"\"other\"", "value"}};
            for (String[] answer : answers) {
                client.send("GET /open/key HTTP/1.1\r\nHost: s3\r\nRange: bytes=1-2\r\nIf-Range: " + answer[0]
                        + "\r\n\r\n");
                assertThat(client.answer().body()).as(answer[0]).isEqualTo(answer[1]);
            }
        }
    }

    @Test
    void browser_isToldWhatTheBucketsRulesAllow() throws IOException {
        fixture.s3.putBucketCors(it -> it.bucket("open")
                .corsConfiguration(rules -> rules.corsRules(rule -> rule.allowedOrigins("https://*.example")
                        .allowedMethods("GET")
                        .allowedHeaders("*"))));
        String preflight = "OPTIONS /open/key HTTP/1.1\r\nHost: s3\r\nOrigin: https://%s\r\n"
                + "Access-Control-Request-Method: GET\r\n\r\n";
        try (RawClient client = connect()) {
            assertThat(client.send(preflight.formatted("a.example")).answer().headers())
                    .containsEntry("access-control-allow-origin", "https://a.example");
            assertThat(client.send(preflight.formatted("other")).answer().status())
                    .isEqualTo(403);
            Answer read = client.send("GET /open/key HTTP/1.1\r\nHost: s3\r\nOrigin: https://a.example\r\n\r\n")
                    .answer();
            assertThat(read.headers()).containsEntry("access-control-allow-origin", "https://a.example");
            assertThat(read.body()).isEqualTo("value");
        }
    }

    @Test
    void form_storesItsFile_ifItsFieldsAllow() throws IOException {
        String form = "--b\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nforms/${filename}\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"success_action_status\"\r\n\r\n201\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\nbytes\r\n--of the file\r\n--b--\r\n";
        String head = "POST /%s HTTP/1.1\r\nHost: s3\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                + "Content-Length: " + form.length() + "\r\n\r\n";
        try (RawClient client = connect()) {
            assertThat(client.send(head.formatted("closed") + form).answer().status())
                    .isEqualTo(403);
        }
        try (RawClient client = connect()) {
            client.send(head.formatted("open"));
            for (String piece : form.split("(?<=\\G.{7})")) {
                client.send(piece);
            }
            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.body())
                    .contains("<Key>forms/a.txt</Key>")
                    .contains("<Location>http://s3/open/forms/a.txt</Location>");
            assertThat(answer.headers()).containsEntry("location", "http://s3/open/forms/a.txt");
            assertThat(client.send(RawClient.get("/open/forms/a.txt")).answer().body())
                    .isEqualTo("bytes\r\n--of the file");
        }
    }

    @Test
    void checksumOfAFormsFile_isComparedAndTold() throws IOException {
        for (String crc : List.of("y/Q5Jg==", "AAAAAA==")) {
            String form = "--b\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nsummed\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"x-amz-checksum-crc32\"\r\n\r\n" + crc + "\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n123456789\r\n--b--\r\n";
            try (RawClient client = connect()) {
                client.send("POST /open HTTP/1.1\r\nHost: s3\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                        + "Content-Length: " + form.length() + "\r\n\r\n" + form);
                Answer answer = client.answer();
                if (crc.equals("AAAAAA==")) {
                    assertThat(answer.status()).isEqualTo(400);
                    assertThat(answer.body()).contains("<Code>BadDigest</Code>");
                } else {
                    assertThat(answer.status()).isEqualTo(204);
                    assertThat(answer.headers()).containsEntry("x-amz-checksum-crc32", crc);
                }
            }
        }
    }

    /** Headers of a PUT cannot bring such a text, fields of a form can. */
    @Test
    void field_thatNoHeaderCanSay_isLeftOut() throws IOException {
        for (String name : List.of("Content-Type", "Cache-Control", "x-amz-website-redirect-location", "redirect")) {
            String form = "--b\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nodd\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\nhttp://a\r\nX: y\r\n"
                    + "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nbytes\r\n--b--\r\n";
            try (RawClient client = connect()) {
                client.send("POST /open HTTP/1.1\r\nHost: s3\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                        + "Content-Length: " + form.length() + "\r\n\r\n" + form);
                assertThat(client.answer().status()).as(name).isEqualTo(204);
                Answer read = client.send(RawClient.get("/open/odd")).answer();
                assertThat(read.body()).as(name).isEqualTo("bytes");
                assertThat(read.headers()).doesNotContainKey("x");
            }
        }
    }

    @Test
    void http10_isServedAndClosed() throws IOException {
        try (RawClient client = connect()) {
            assertThat(client.send("GET /open/key HTTP/1.0\r\n\r\n").answer().body())
                    .isEqualTo("value");
            assertThat(client.isEnded()).isTrue();
        }
    }

    /** A proxy whose connection is closed just as it sends has to refuse that request: so it is to close first. */
    @Test
    void connectionThatWasAnswered_staysOpen_whenOnesWithoutARequestHaveEnded() throws IOException {
        S3Server heads = fixture.gateway(QUICK_HEADS, new SimpleMeterRegistry());
        try (RawClient proxy = new RawClient(heads.port())) {
            assertThat(proxy.send(RawClient.get("/open/key")).answer().status()).isEqualTo(200);
            for (int i = 0; i < 2; i++) {
                try (RawClient silent = new RawClient(heads.port())) {
                    assertThat(silent.isEnded()).isTrue();
                }
            }
            assertThat(proxy.send(RawClient.get("/open/key")).answer().body()).isEqualTo("value");
        }
    }

    @Test
    void connectionThatWasAnswered_endsSoon_wherePlacesAreShort() throws IOException {
        S3Server small = fixture.gateway(QUICK_HEADS.withRequests(1, 1), new SimpleMeterRegistry());
        try (RawClient client = new RawClient(small.port())) {
            assertThat(client.send(RawClient.get("/open/key")).answer().status())
                    .isEqualTo(200);
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void moreRequestsThanAllowed_areToldToSlowDown() throws IOException {
        use(new S3Fixture(config -> config.withLimits(HttpLimits.DEFAULT.withRequests(100, 1))));
        try (RawClient first = connect();
                RawClient second = connect()) {
            await().until(() -> inFlight() == 0); // a place is free once the answer is out, which may have come before
            first.send(RawClient.put("/open/first", 10) + "12345");
            await().until(() -> inFlight() == 1);
            Answer refused = second.send(RawClient.get("/open/key")).answer();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).contains("<Code>SlowDown</Code>");
            assertThat(first.send("67890").answer().status()).isEqualTo(200);
            await().until(() -> inFlight() == 0);
            assertThat(second.send(RawClient.get("/open/key")).answer().body()).isEqualTo("value");
        }
    }

    @Test
    void closingServer_answersWhatIsInFlight() throws IOException {
        try (RawClient client = connect();
                RawClient idle = connect()) {
            client.send(RawClient.put("/open/late", 10) + "12345");
            await().until(() -> inFlight() == 1);
            CompletableFuture<Void> closed = CompletableFuture.runAsync(fixture.server::close);
            assertThat(idle.isEnded()).isTrue();
            Answer answer = client.send("67890").answer();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.headers()).containsEntry("connection", "close");
            closed.join();
        }
    }

    private double inFlight() {
        return fixture.registry.get("chameleon.s3.in.flight").gauge().value();
    }
}
