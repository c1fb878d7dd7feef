package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.testing.FreshDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServersStoppedTest {
    private static final String BUCKET = "photos";
    private static final Duration REQUEST = Duration.ofMinutes(2);
    private static final int OBJECTS = 20;

    @TempDir
    Path directory;

    @Test
    void twoOfSixServersStopped_readsGoOn_threeStopped_failClearly() {
        try (DevCluster cluster = DevCluster.start(DevClusterConfig.in(FreshDatabase.ofCluster(directory))
                        .servers(6)
                        .serverBytes(64 << 20)
                        .build());
                ChameleonClient client = cluster.clientBuilder()
                        .timeouts(new Timeouts(REQUEST, REQUEST))
                        .build();
                ChameleonClient hasty = cluster.clientBuilder()
                        .timeouts(new Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(8)))
                        .build()) {
            client.setBucketPolicy(BUCKET, RedundancyPolicy.EC);
            List<byte[]> objects = store(client);
            cluster.servers().stop(1);
            cluster.servers().stop(4);
            for (int i = 0; i < OBJECTS; i++) {
                assertThat(client.get(BUCKET, "key-" + i)).as("key-" + i).isEqualTo(objects.get(i));
            }
            cluster.servers().stop(5);
            // On a machine that stalls, the time may be over before any server was asked: then once more.
            await().untilAsserted(() -> assertThatThrownBy(() -> hasty.get(BUCKET, "key-0"))
                    .isInstanceOfSatisfying(
                            ChameleonException.class,
                            e -> assertThat(e.code()).isIn(ErrorCode.DATA_UNAVAILABLE, ErrorCode.DEADLINE_EXCEEDED))
                    .hasMessageContaining("flash-"));
            cluster.servers().start(5);
            assertThat(client.get(BUCKET, "key-0")).isEqualTo(objects.getFirst());
        }
    }

    private static List<byte[]> store(ChameleonClient client) {
        Random random = new Random(7);
        List<byte[]> objects = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            byte[] bytes = new byte[1 + random.nextInt(200_000)];
            random.nextBytes(bytes);
            client.put(BUCKET, "key-" + i, bytes);
            objects.add(bytes);
        }
        return objects;
    }
}
