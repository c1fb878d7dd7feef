package io.chameleon.s3;

import static io.chameleon.s3.S3Fixture.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.chameleon.s3.address.Cidr;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/** Who the client is behind a proxy, which here is the test: what policies, the log and answers make of it. */
class ProxiesTest {
    private static final String POLICY = """
            {"Statement": [
              {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::photos/near",
               "Condition": {"IpAddress": {"aws:SourceIp": "203.0.113.0/24"}}},
              {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::photos/secret",
               "Condition": {"Bool": {"aws:SecureTransport": "true"}}}]}""";

    private final S3Fixture fixture =
            new S3Fixture(config -> config.withTrustedProxies(List.of(Cidr.parse("127.0.0.1"))));
    private final S3Fixture untrusting = new S3Fixture();

    /** Another test may be the first to log, at this moment: until it is done SLF4J has only a substitute. */
    private final Logger access = ((LoggerContext)
                    await().until(LoggerFactory::getILoggerFactory, LoggerContext.class::isInstance))
            .getLogger("io.chameleon.s3.access");

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };

    @BeforeEach
    void start() {
        for (S3Fixture gateway : List.of(fixture, untrusting)) {
            gateway.s3.createBucket(bucket -> bucket.bucket(BUCKET));
            gateway.s3.putBucketPolicy(it -> it.bucket(BUCKET).policy(POLICY));
            gateway.s3.putObject(it -> it.bucket(BUCKET).key("near"), RequestBody.fromString("near"));
            gateway.s3.putObject(it -> it.bucket(BUCKET).key("secret"), RequestBody.fromString("secret"));
        }
        appender.start();
        access.setAdditive(false);
        access.setLevel(Level.DEBUG);
        access.addAppender(appender);
    }

    @AfterEach
    void stop() {
        access.detachAppender(appender);
        access.setLevel(null);
        access.setAdditive(true);
        untrusting.close();
        fixture.close();
    }

    private static RawClient.Answer get(S3Fixture gateway, String key, String... headers) throws IOException {
        try (RawClient client = new RawClient(gateway.server.port())) {
            return client.send("GET /photos/" + key + " HTTP/1.1\r\nHost: s3.example.com\r\n"
                            + String.join("\r\n", headers) + "\r\n\r\n")
                    .answer();
        }
    }

    @Test
    void policyOnAddresses_decidesAboutTheClient_notAboutTheProxy() throws IOException {
        assertThat(get(fixture, "near", "X-Forwarded-For: 198.51.100.9, 203.0.113.7")
                        .status())
                .isEqualTo(200);
        assertThat(get(fixture, "near", "X-Forwarded-For: 203.0.113.7, 198.51.100.9")
                        .status())
                .isEqualTo(403);
        assertThat(get(fixture, "near", "X-Forwarded-For: 198.51.100.9", "X-Forwarded-For: 203.0.113.7")
                        .status())
                .isEqualTo(200);
        assertThat(get(fixture, "near", "X-Forwarded-For: 203.0.113.7, unknown").status())
                .isEqualTo(403);
    }

    @Test
    void policyOnTls_decidesAboutTheClientsConnection() throws IOException {
        assertThat(get(fixture, "secret", "X-Forwarded-Proto: https").status()).isEqualTo(200);
        assertThat(get(fixture, "secret", "X-Forwarded-Proto: http").status()).isEqualTo(403);
    }

    @Test
    void forgedHeaders_openNothing() throws IOException {
        assertThat(get(untrusting, "near", "X-Forwarded-For: 203.0.113.7").status())
                .isEqualTo(403);
        assertThat(get(untrusting, "secret", "X-Forwarded-Proto: https").status())
                .isEqualTo(403);
    }

    @Test
    void log_namesTheClient() throws IOException {
        String named =
                get(fixture, "near", "X-Forwarded-For: 203.0.113.7").headers().get("x-amz-request-id");
        await().untilAsserted(() -> assertThat(lines).anyMatch(line -> line.startsWith(named + " /203.0.113.7 ")));
        String forged = get(untrusting, "near", "X-Forwarded-For: 203.0.113.7")
                .headers()
                .get("x-amz-request-id");
        await().untilAsserted(() -> assertThat(lines).anyMatch(line -> line.startsWith(forged + " /127.0.0.1:")));
    }

    @Test
    void location_beginsAsTheClientsUrl() {
        assertThat(location(fixture)).startsWith("https://127.0.0.1:");
        assertThat(location(untrusting)).startsWith("http://127.0.0.1:");
    }

    private static String location(S3Fixture gateway) {
        String upload = gateway.s3
                .createMultipartUpload(it -> it.bucket(BUCKET).key("parts"))
                .uploadId();
        String tag = gateway.s3
                .uploadPart(
                        it -> it.bucket(BUCKET).key("parts").uploadId(upload).partNumber(1),
                        RequestBody.fromString("part"))
                .eTag();
        CompletedPart part = CompletedPart.builder().partNumber(1).eTag(tag).build();
        return gateway.s3
                .completeMultipartUpload(it -> it.bucket(BUCKET)
                        .key("parts")
                        .uploadId(upload)
                        .multipartUpload(parts -> parts.parts(part))
                        .overrideConfiguration(override -> override.putHeader("X-Forwarded-Proto", "https")))
                .location();
    }
}
