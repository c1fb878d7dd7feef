package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.PutResult;
import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.Timeouts;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.testing.FreshDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Devices that hold the live data several times over, but not what is superseded within a reap delay. */
class SpaceShortTest {
    private static final String BUCKET = "photos";
    private static final Duration REQUEST = Duration.ofMinutes(2);
    private static final int KEYS = 8;
    private static final int ROUNDS = 16;

    @TempDir
    Path directory;

    @Test
    void overwritesAsFastAsTheSdkCan_onSmallDevices_areAllTaken() {
        byte[] megabyte = new byte[1 << 20];
        new Random(11).nextBytes(megabyte);
        try (DevCluster cluster = DevCluster.start(DevClusterConfig.in(FreshDatabase.ofCluster(directory))
                        .servers(6)
                        .serverBytes(24 << 20)
                        .balancer(BalancerConfig.defaults().withReapDelay(Duration.ofHours(1)))
                        .build());
                ChameleonClient client = cluster.clientBuilder()
                        .timeouts(new Timeouts(REQUEST, REQUEST))
                        .build()) {
            for (int round = 0; round < ROUNDS; round++) {
                megabyte[0] = (byte) round;
                CompletableFuture<?>[] puts = IntStream.range(0, KEYS)
                        .mapToObj(key -> client.async().put(BUCKET, "key-" + key, megabyte, PutOptions.DEFAULT))
                        .toArray(CompletableFuture<?>[]::new);
                CompletableFuture.allOf(puts).join();
                for (CompletableFuture<?> put : puts) {
                    assertThat((PutResult) put.join()).isNotNull();
                }
            }
            for (int key = 0; key < KEYS; key++) {
                assertThat(client.get(BUCKET, "key-" + key)).isEqualTo(megabyte);
            }
        }
    }
}
