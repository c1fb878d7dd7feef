package io.chameleon.testing.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.node.role.GatewayConfig;
import io.chameleon.node.role.GatewayRole;
import io.chameleon.node.users.UserKey;
import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;
import software.amazon.awssdk.services.s3.presigner.model.PresignedGetObjectRequest;
import software.amazon.awssdk.services.s3.presigner.model.PresignedPutObjectRequest;
import software.amazon.awssdk.utils.AttributeMap;

/** A gateway with a certificate, whose hosts name buckets. */
@ChameleonCluster
class TlsTest {
    private static final UserKey ANN = new UserKey("ann", "AKANN", "secret-of-ann-0123456789");
    private static final String DOMAIN = "s3.example";
    private static final String HOSTS = "dns:" + DOMAIN + ",dns:*." + DOMAIN;
    private static final String BUCKET = "tls-bucket";

    @TempDir
    Path directory;

    private final RunningCluster cluster;
    private Certificates first;
    private SdkHttpClient http;
    private GatewayRole gateway;
    private S3Client s3;

    TlsTest(RunningCluster cluster) {
        this.cluster = cluster;
    }

    private Path certificate() {
        return directory.resolve("tls.crt");
    }

    private Path key() {
        return directory.resolve("tls.key");
    }

    @BeforeEach
    void start() throws Exception {
        first = new Certificates(directory, "first", HOSTS);
        first.write(certificate(), key());
        gateway = gateway(InstantSource.system());
        http = trusting(first);
        s3 = client(http);
        if (s3.listBuckets().buckets().stream().map(Bucket::name).noneMatch(BUCKET::equals)) {
            s3.createBucket(it -> it.bucket(BUCKET));
        }
    }

    @AfterEach
    void stop() {
        s3.close();
        http.close();
        gateway.close();
    }

    private GatewayRole gateway(InstantSource clock) {
        return new GatewayRole(
                new GatewayConfig(
                        "127.0.0.1",
                        0,
                        0,
                        "us-east-1",
                        List.of(DOMAIN),
                        null,
                        List.of(ANN),
                        certificate(),
                        key(),
                        List.of()),
                List.of(Endpoint.parse(cluster.metadataAddress())),
                TransportConfig.defaults(),
                clock);
    }

    private static URI endpoint(GatewayRole gateway) {
        return URI.create("https://" + DOMAIN + ":" + gateway.port());
    }

    private static StaticCredentialsProvider keys(String secret) {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(ANN.accessKey(), secret));
    }

    /** Every name is this machine's. */
    private static SdkHttpClient trusting(Certificates certificates) throws Exception {
        var trust = certificates.trust();
        return Apache5HttpClient.builder()
                .dnsResolver(new DnsResolver() {
                    @Override
                    public InetAddress[] resolve(String host) throws UnknownHostException {
                        return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})};
                    }

                    @Override
                    public String resolveCanonicalHostname(String host) {
                        return host;
                    }
                })
                .tlsTrustManagersProvider(() -> trust)
                .build();
    }

    private S3Client client(SdkHttpClient over) {
        return S3Client.builder()
                .endpointOverride(endpoint(gateway))
                .credentialsProvider(keys(ANN.secret()))
                .region(Region.US_EAST_1)
                .httpClient(over)
                .overrideConfiguration(override -> override.retryStrategy(retry -> retry.maxAttempts(1)))
                .build();
    }

    @Test
    void hostNamesTheBucket() {
        assertThat(s3.utilities().getUrl(it -> it.bucket(BUCKET).key("k")).getHost())
                .as("the client's style")
                .isEqualTo(BUCKET + "." + DOMAIN);
        s3.putObject(it -> it.bucket(BUCKET).key("a/b c"), RequestBody.fromString("by host"));
        assertThat(s3.getObjectAsBytes(it -> it.bucket(BUCKET).key("a/b c")).asUtf8String())
                .isEqualTo("by host");
        assertThat(s3.listObjectsV2(it -> it.bucket(BUCKET).prefix("a/")).contents())
                .extracting(S3Object::key)
                .containsExactly("a/b c");
        assertThat(s3.listBuckets().buckets()).extracting(Bucket::name).contains(BUCKET);
        s3.createBucket(it -> it.bucket("other-bucket"));
        s3.deleteBucket(it -> it.bucket("other-bucket"));
        assertThatThrownBy(() -> s3.headBucket(it -> it.bucket("other-bucket")))
                .satisfies(e -> assertThat(((S3Exception) e).statusCode()).isEqualTo(404));
    }

    @Test
    void certificate_isReadAgain_whileConnectionsStayOpen() throws Exception {
        s3.putObject(it -> it.bucket(BUCKET).key("kept"), RequestBody.fromString("kept"));
        Certificates second = new Certificates(directory, "second", HOSTS);
        try (SdkHttpClient over = trusting(second);
                S3Client later = client(over)) {
            assertThatThrownBy(later::listBuckets).isInstanceOf(SdkClientException.class);
            second.write(certificate(), key());
            await().ignoreExceptions()
                    .untilAsserted(
                            () -> assertThat(later.listBuckets().buckets()).isNotEmpty());
            assertThat(s3.getObjectAsBytes(it -> it.bucket(BUCKET).key("kept")).asUtf8String())
                    .as("over the connection that was there")
                    .isEqualTo("kept");
            Files.writeString(certificate(), "no certificate");
        }
        try (SdkHttpClient over = trusting(second);
                S3Client later = client(over)) {
            assertThat(later.listBuckets().buckets())
                    .as("the last good certificate")
                    .isNotEmpty();
        }
    }

    @Test
    void signedAddress_opensOneObject_asItWasSigned() throws Exception {
        try (S3Presigner presigner = presigner(gateway)) {
            PresignedPutObjectRequest put = presigner.presignPutObject(it -> it.signatureDuration(Duration.ofMinutes(5))
                    .putObjectRequest(object -> object.bucket(BUCKET)
                            .key("signed")
                            .contentType("text/plain")
                            .metadata(Map.of("author", "ann"))));
            assertThat(send(put.httpRequest(), "by address").httpResponse().statusCode())
                    .isEqualTo(200);
            PresignedGetObjectRequest get = presigner.presignGetObject(it -> it.signatureDuration(Duration.ofMinutes(5))
                    .getObjectRequest(
                            object -> object.bucket(BUCKET).key("signed").responseContentType("image/x-cat")));
            HttpExecuteResponse got = send(get.httpRequest(), null);
            assertThat(got.httpResponse().firstMatchingHeader("Content-Type")).contains("image/x-cat");
            assertThat(got.httpResponse().firstMatchingHeader("x-amz-meta-author"))
                    .contains("ann");
            assertThat(text(got)).isEqualTo("by address");
            assertThat(text(send(tampered(get.httpRequest(), "response-content-type", "text/html"), null)))
                    .contains("<Code>SignatureDoesNotMatch</Code>");
            assertThat(text(send(tampered(get.httpRequest(), "X-Amz-Expires", "604800"), null)))
                    .contains("<Code>SignatureDoesNotMatch</Code>");
            SdkHttpRequest otherKey =
                    get.httpRequest().toBuilder().encodedPath("/other").build();
            assertThat(text(send(otherKey, null))).contains("<Code>SignatureDoesNotMatch</Code>");
            SdkHttpRequest otherMetadata = put.httpRequest().toBuilder()
                    .putHeader("x-amz-meta-author", "bob")
                    .build();
            assertThat(text(send(otherMetadata, "by address"))).contains("<Code>SignatureDoesNotMatch</Code>");
        }
    }

    private static SdkHttpRequest tampered(SdkHttpRequest request, String name, String value) {
        return request.toBuilder().putRawQueryParameter(name, value).build();
    }

    @Test
    void signedAddress_expires() throws Exception {
        InstantSource inAnHour = InstantSource.offset(InstantSource.system(), Duration.ofHours(1));
        HttpExecuteResponse refused;
        try (GatewayRole later = gateway(inAnHour);
                S3Presigner presigner = presigner(later)) {
            SdkHttpRequest request = presigner
                    .presignGetObject(it -> it.signatureDuration(Duration.ofMinutes(1))
                            .getObjectRequest(object -> object.bucket(BUCKET).key("any")))
                    .httpRequest();
            refused = send(request, null);
        }
        assertThat(refused.httpResponse().statusCode()).isEqualTo(403);
        assertThat(text(refused)).contains("Request has expired");
    }

    private static S3Presigner presigner(GatewayRole gateway) {
        return S3Presigner.builder()
                .endpointOverride(endpoint(gateway))
                .credentialsProvider(keys(ANN.secret()))
                .region(Region.US_EAST_1)
                .build();
    }

    private HttpExecuteResponse send(SdkHttpRequest request, @Nullable String body) throws IOException {
        HttpExecuteRequest.Builder call = HttpExecuteRequest.builder().request(request);
        if (body != null) {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            call.request(request.toBuilder()
                            .putHeader("Content-Length", Integer.toString(bytes.length))
                            .build())
                    .contentStreamProvider(() -> new ByteArrayInputStream(bytes));
        }
        return http.prepareRequest(call.build()).call();
    }

    private static String text(HttpExecuteResponse answer) throws IOException {
        try (var body = answer.responseBody().orElseThrow()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void uploadThatIsRefusedWhileItArrives_getsItsAnswer() {
        try (S3AsyncClient liar = S3AsyncClient.builder()
                .endpointOverride(URI.create("https://127.0.0.1:" + gateway.port()))
                .credentialsProvider(keys("not the secret"))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .httpClient(NettyNioAsyncHttpClient.builder()
                        .buildWithDefaults(AttributeMap.builder()
                                .put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true)
                                .build()))
                .overrideConfiguration(override -> override.retryStrategy(retry -> retry.maxAttempts(1)))
                .build()) {
            for (int i = 0; i < 5; i++) {
                assertThatThrownBy(() -> liar.putObject(
                                        it -> it.bucket(BUCKET).key("refused"),
                                        AsyncRequestBody.fromBytes(Clients.bytes(8 << 20, 1)))
                                .join())
                        .isInstanceOf(CompletionException.class)
                        .cause()
                        .isInstanceOfSatisfying(
                                S3Exception.class,
                                e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("SignatureDoesNotMatch"));
            }
        }
        assertThatThrownBy(() -> s3.headObject(it -> it.bucket(BUCKET).key("refused")))
                .satisfies(e -> assertThat(((S3Exception) e).statusCode()).isEqualTo(404));
    }
}
