package io.chameleon.client;

import static io.chameleon.client.fake.FakeCluster.BUCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.fake.FakeCluster;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Servers 0 to 8, three on each of the nodes 0, 1 and 2. A plan made while a node was unreachable crowds the other two.
 */
final class CrowdedDestinationTest {
    private static final byte[] BYTES = RoundTripTest.bytes(15_000);

    private final FakeCluster cluster = new FakeCluster(9, number -> "node-" + number / 3);
    private final ChameleonClient client = cluster.client();

    @AfterEach
    void close() {
        client.close();
        cluster.close();
    }

    private static Placement on(int... servers) {
        return new Placement(
                RedundancyScheme.EC_4_2,
                IntStream.of(servers)
                        .mapToObj(number -> new ServerId("s" + number))
                        .toList());
    }

    private static Map<Integer, Long> byNode(Placement placement) {
        return placement.servers().stream()
                .map(server -> Integer.parseInt(server.value().substring(1)) / 3)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @Test
    void destinationThatCrowdsANode_isSpreadByTheNextWrite_soThatTheLossOfANodeIsSurvived() {
        client.put(BUCKET, "key", BYTES, PutOptions.DEFAULT.policy(RedundancyPolicy.REP));
        cluster.remap("key", RedundancyEvent.DOWNGRADE, on(0, 1, 2, 3, 4, 5));
        client.get(BUCKET, "key");

        PutResult written = client.put(BUCKET, "key", BYTES);

        assertThat(byNode(written.used())).isEqualTo(Map.of(0, 2L, 1, 2L, 2, 2L));
        assertThat(written.state()).isEqualTo(RedundancyState.EC);
        assertThat(client.get(BUCKET, "key")).isEqualTo(BYTES);
        cluster.reap();
        assertThat(cluster.fragments()).isEqualTo(6);
    }

    @Test
    void destinationThatIsSpread_isTakenAsItIs() {
        client.put(BUCKET, "key", BYTES);
        Placement destination = on(8, 1, 6, 3, 0, 5);
        cluster.remap("key", RedundancyEvent.SWAP, destination);
        client.get(BUCKET, "key");

        assertThat(client.put(BUCKET, "key", BYTES).used()).isEqualTo(destination);
    }

    @Test
    void destinationThatCrowdsANode_isTakenAsItIs_whileTheThirdNodeIsAway() {
        IntStream.of(6, 7, 8).forEach(number -> cluster.server(number).status(ServerInfo.Status.DOWN));
        client.put(BUCKET, "key", BYTES, PutOptions.DEFAULT.policy(RedundancyPolicy.REP));
        Placement destination = on(5, 4, 3, 2, 1, 0);
        cluster.remap("key", RedundancyEvent.DOWNGRADE, destination);
        client.get(BUCKET, "key");

        assertThat(client.put(BUCKET, "key", BYTES).used()).isEqualTo(destination);
    }
}
