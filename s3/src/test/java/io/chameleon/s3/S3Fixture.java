package io.chameleon.s3;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ClientBuilder;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.s3.auth.Credentials;
import io.chameleon.s3.auth.User;
import io.chameleon.s3.http.HttpLimits;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** A gateway over a cluster in memory, with two users, and AWS's own client for it. */
final class S3Fixture implements AutoCloseable {
    static final String BUCKET = "photos";
    static final String ALICE = "alice";
    static final String BOB = "bob";

    private static final Map<String, User> USERS =
            Map.of("AKALICE", new User(ALICE, "secret-of-alice"), "AKBOB", new User(BOB, "secret-of-bob"));

    private static final Credentials CREDENTIALS = new Credentials() {
        @Override
        public @Nullable User find(String accessKey) {
            return USERS.get(accessKey);
        }

        @Override
        public boolean isUser(String name) {
            return name.equals(ALICE) || name.equals(BOB);
        }
    };

    private final List<S3Server> further = new ArrayList<>();
    final FakeCluster cluster = new FakeCluster(8);
    final ChameleonClient client;
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final S3Server server;
    final S3Client s3;

    S3Fixture() {
        this(config -> config);
    }

    S3Fixture(UnaryOperator<S3Config> change) {
        this(change, builder -> builder);
    }

    /** @param store changes the gateway's client of the cluster */
    S3Fixture(UnaryOperator<S3Config> change, UnaryOperator<ClientBuilder> store) {
        client = store.apply(cluster.builder()).build();
        S3Config config = S3Config.listening("127.0.0.1", 0).withLimits(HttpLimits.DEFAULT);
        server = start(change.apply(config), registry);
        s3 = client("AKALICE");
    }

    private S3Server start(S3Config config, MeterRegistry metrics) {
        return S3Server.start(config, client.async(), CREDENTIALS, metrics, InstantSource.system());
    }

    /** One more gateway of the same store, for as long as this is open. */
    S3Server gateway(HttpLimits limits, MeterRegistry metrics) {
        S3Server started = start(S3Config.listening("127.0.0.1", 0).withLimits(limits), metrics);
        further.add(started);
        return started;
    }

    S3Client client(String accessKey) {
        User user = Objects.requireNonNull(USERS.get(accessKey));
        return client(StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, user.secret())));
    }

    S3Client anonymous() {
        return client(AnonymousCredentialsProvider.create());
    }

    /** Like {@link #s3}, but of any gateway, and it tries again as the SDK does by default. */
    static S3Client patient(S3Server gateway) {
        return builder(
                        endpoint(gateway),
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("AKALICE", "secret-of-alice")))
                .build();
    }

    S3Client client(AwsCredentialsProvider credentials) {
        return builder(endpoint(), credentials)
                .overrideConfiguration(override -> override.retryStrategy(retry -> retry.maxAttempts(1)))
                .build();
    }

    private static S3ClientBuilder builder(URI endpoint, AwsCredentialsProvider credentials) {
        return S3Client.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials)
                .forcePathStyle(true);
    }

    URI endpoint() {
        return endpoint(server);
    }

    private static URI endpoint(S3Server gateway) {
        return URI.create("http://127.0.0.1:" + gateway.port());
    }

    @Override
    public void close() {
        s3.close();
        further.forEach(S3Server::close);
        server.close();
        client.close();
        cluster.close();
    }

    /** Bytes of fragments on all servers. */
    long stored() {
        return cluster.servers().stream()
                .flatMap(server -> server.fragments().values().stream())
                .mapToLong(fragment -> fragment.bytes().length)
                .sum();
    }
}
