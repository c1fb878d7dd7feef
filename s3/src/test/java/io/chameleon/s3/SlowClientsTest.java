package io.chameleon.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.s3.http.HttpLimits;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * 256 clients at a time that are slow, half open or lying, and an honest one at each gateway. The gateways share a
 * store, whose windows are small: what a liar kept of them, the last upload would miss.
 */
class SlowClientsTest {
    static final String LARGE = "/open/large";

    private static final int LIARS = 256;
    private static final int ROUNDS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SEGMENT = 64 << 10;

    private final Map<HttpLimits, S3Server> gateways = new LinkedHashMap<>();
    private final List<SimpleMeterRegistry> registries = new ArrayList<>();
    private S3Fixture fixture;

    @BeforeEach
    void start() {
        fixture = new S3Fixture(
                config -> config.withLimits(Liar.Limits.NONE),
                store -> store.segmentBytes(SEGMENT).sendWindow(24L * SEGMENT).readWindow(16));
        gateways.put(Liar.Limits.NONE, fixture.server);
        registries.add(fixture.registry);
        for (HttpLimits limits : List.of(Liar.Limits.HEAD, Liar.Limits.BODY, Liar.Limits.ANSWER)) {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            registries.add(registry);
            gateways.put(limits, fixture.gateway(limits, registry));
        }
        fixture.s3.createBucket(it -> it.bucket("open"));
        fixture.s3.putBucketPolicy(it -> it.bucket("open").policy("""
                                {"Version": "2012-10-17", "Statement": [
                                  {"Effect": "Allow", "Principal": "*", "Action": "s3:*",
                                   "Resource": ["arn:aws:s3:::open", "arn:aws:s3:::open/*"]}]}
                                """));
        fixture.s3.putObject(it -> it.bucket("open").key("large"), RequestBody.fromBytes(new byte[64 * SEGMENT]));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private double inFlight() {
        return registries.stream()
                .mapToDouble(registry ->
                        registry.get("chameleon.s3.in.flight").gauge().value())
                .sum();
    }

    @Test
    void liars_keepNobodyFromBeingServed_andLeaveNothing() throws Exception {
        String upload = fixture.s3
                .createMultipartUpload(it -> it.bucket("open").key("parts"))
                .uploadId();
        int before = fixture.cluster.fragments();
        Queue<RawClient> clients = new ConcurrentLinkedQueue<>();
        Liar[] kinds = Liar.values();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> met = new ArrayList<>();
            for (int i = 0; i < LIARS; i++) {
                Liar kind = kinds[i % kinds.length];
                // Every second one lies about a part.
                boolean part = i / kinds.length % 2 == 1;
                String path = part ? "/open/parts?partNumber=" + (i + 1) + "&uploadId=" + upload : "/open/liar" + i;
                int port = Objects.requireNonNull(gateways.get(kind.limits())).port();
                met.add(threads.submit(() -> {
                    byte[] bytes = kind.bytes(port, path);
                    RawClient client = new RawClient(port, (int) PATIENCE.toMillis());
                    clients.add(client);
                    client.send(bytes);
                    kind.meet(client);
                    if (kind == Liar.SHORT_BODY) {
                        client.close();
                    }
                    return null;
                }));
            }
            for (S3Server gateway : gateways.values()) {
                met.add(threads.submit(() -> serve(gateway)));
            }
            for (Future<?> each : met) {
                each.get();
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(inFlight()).isZero());
        assertThat(fixture.s3
                        .listParts(it -> it.bucket("open").key("parts").uploadId(upload))
                        .parts())
                .isEmpty();
        for (S3Object object : fixture.s3
                .listObjectsV2(it -> it.bucket("open").prefix("honest"))
                .contents()) {
            fixture.s3.deleteObject(it -> it.bucket("open").key(object.key()));
        }
        assertThat(fixture.s3.listObjectsV2(it -> it.bucket("open")).contents())
                .extracting(S3Object::key)
                .containsExactly("large");
        assertThat(rows()).as("objects, and components of them").hasSize(1);
        await("fragments of what was never committed").atMost(PATIENCE).untilAsserted(() -> {
            fixture.cluster.reap();
            assertThat(fixture.cluster.fragments()).isEqualTo(before);
        });
        fixture.s3.putObject(it -> it.bucket("open").key("afterwards"), RequestBody.fromBytes(new byte[64 * SEGMENT]));
        assertThat(fixture.s3
                        .getObjectAsBytes(it -> it.bucket("open").key("afterwards"))
                        .asByteArray())
                .hasSize(64 * SEGMENT);
    }

    private static Object serve(S3Server gateway) {
        try (S3Client s3 = S3Fixture.patient(gateway)) {
            for (int round = 0; round < ROUNDS; round++) {
                String key = "honest/" + gateway.port() + "/" + round;
                byte[] bytes = ObjectsTest.bytes(1000 + round * 10_000);
                s3.putObject(it -> it.bucket("open").key(key), RequestBody.fromBytes(bytes));
                assertThat(s3.getObjectAsBytes(it -> it.bucket("open").key(key)).asByteArray())
                        .isEqualTo(bytes);
            }
            return gateway;
        }
    }

    /** The ids of everything that has a row. */
    private Set<String> rows() {
        Set<String> ids = new TreeSet<>();
        for (FakeFlashServer server : fixture.cluster.servers()) {
            ServerObjects held = fixture.cluster.table().objectsOn(server.id(), null, 1000);
            held.objects().forEach(task -> ids.add(task.row().id().toString()));
        }
        return ids;
    }
}
