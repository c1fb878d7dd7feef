package io.chameleon.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.core.mapping.table.ServerObjects;
import io.chameleon.s3.http.HttpLimits;
import io.chameleon.testkit.fake.FakeFlashServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
 * 256 clients at a time that are slow, half open or lying, and a few honest ones. The gateway's windows are small: what
 * a liar kept of them, the last upload would miss.
 */
class SlowClientsTest {
    static final String LARGE = "/open/large";

    private static final int LIARS = 256;
    private static final int HONEST = 4;
    private static final int ROUNDS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SEGMENT = 64 << 10;

    private S3Fixture fixture;

    @BeforeEach
    void start() {
        HttpLimits limits =
                HttpLimits.DEFAULT.withPauses(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5));
        fixture = new S3Fixture(
                config -> config.withLimits(limits),
                store -> store.segmentBytes(SEGMENT).sendWindow(24L * SEGMENT).readWindow(16));
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

    private double gauge(String name) {
        return fixture.registry.get(name).gauge().value();
    }

    @Test
    void liars_keepNobodyFromBeingServed_andLeaveNothing() throws Exception {
        String upload = fixture.s3
                .createMultipartUpload(it -> it.bucket("open").key("parts"))
                .uploadId();
        int before = fixture.cluster.fragments();
        List<RawClient> clients = new ArrayList<>();
        Liar[] kinds = Liar.values();
        try (ExecutorService threads = Executors.newCachedThreadPool();
                S3Client s3 = fixture.patient()) {
            List<Future<?>> met = new ArrayList<>();
            for (int i = 0; i < LIARS; i++) {
                Liar kind = kinds[i % kinds.length];
                // Every second one lies about a part.
                boolean part = i / kinds.length % 2 == 1;
                String path = part ? "/open/parts?partNumber=" + (i + 1) + "&uploadId=" + upload : "/open/liar" + i;
                RawClient client = new RawClient(fixture.server.port(), (int) PATIENCE.toMillis());
                clients.add(client);
                met.add(threads.submit(() -> {
                    client.send(kind.bytes(fixture.server.port(), path));
                    kind.meet(client);
                    if (kind == Liar.SHORT_BODY) {
                        client.close();
                    }
                    return null;
                }));
            }
            for (int i = 0; i < HONEST; i++) {
                int honest = i;
                met.add(threads.submit(() -> serve(s3, honest)));
            }
            for (Future<?> each : met) {
                each.get();
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(gauge("chameleon.s3.in.flight")).isZero());
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

    private Object serve(S3Client s3, int honest) {
        for (int round = 0; round < ROUNDS; round++) {
            String key = "honest/" + honest + "/" + round;
            byte[] bytes = ObjectsTest.bytes(1000 + round * 10_000);
            s3.putObject(it -> it.bucket("open").key(key), RequestBody.fromBytes(bytes));
            assertThat(s3.getObjectAsBytes(it -> it.bucket("open").key(key)).asByteArray())
                    .isEqualTo(bytes);
        }
        return honest;
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
