package io.chameleon.s3;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ClientBuilder;
import io.chameleon.client.fake.FakeCluster;
import io.chameleon.s3.auth.Credentials;
import io.chameleon.s3.auth.User;
import io.chameleon.s3.http.HttpLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.InstantSource;
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
        Credentials credentials = new Credentials() {
            @Override
            public @Nullable User find(String accessKey) {
                return USERS.get(accessKey);
            }

            @Override
            public boolean isUser(String name) {
                return name.equals(ALICE) || name.equals(BOB);
            }
        };
        AsyncChameleonClient async = client.async();
        server = S3Server.start(change.apply(config), async, credentials, registry, InstantSource.system());
        s3 = client("AKALICE");
    }

    S3Client client(String accessKey) {
        User user = Objects.requireNonNull(USERS.get(accessKey));
        return client(StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, user.secret())));
    }

    S3Client anonymous() {
        return client(AnonymousCredentialsProvider.create());
    }

    /** Like {@link #s3}, but it tries again as the SDK does by default. */
    S3Client patient() {
        return builder(StaticCredentialsProvider.create(AwsBasicCredentials.create("AKALICE", "secret-of-alice")))
                .build();
    }

    S3Client client(AwsCredentialsProvider credentials) {
        return builder(credentials)
                .overrideConfiguration(override -> override.retryStrategy(retry -> retry.maxAttempts(1)))
                .build();
    }

    private S3ClientBuilder builder(AwsCredentialsProvider credentials) {
        return S3Client.builder()
                .endpointOverride(endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials)
                .forcePathStyle(true);
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    @Override
    public void close() {
        s3.close();
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
