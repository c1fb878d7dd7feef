package io.chameleon.policy.draft;

import static io.chameleon.policy.Given.ec;
import static io.chameleon.policy.Given.server;
import static io.chameleon.policy.Given.snapshot;
import static io.chameleon.policy.Given.stable;
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DestinationsTest {
    private static final int SERVERS = 600;
    private static final RedundancyScheme STRIPES = RedundancyScheme.EC_4_2;

    private final Candidate object = stable("object", ec(0, 1, 2, 3, 4, 5), 1);
    private final List<ServerLoad> servers = IntStream.range(0, SERVERS)
            .mapToObj(i ->
                    server(i, i, i % 5 == 0 ? 9_999 : 5_000, "zone-" + i % 3).withNode("node-" + i / 12))
            .toList();
    private final ClusterSnapshot snapshot = snapshot(servers, object);
    private final WearLedger ledger = new WearLedger(snapshot, PolicyConfig.defaults());
    private final Destinations destinations = new Destinations(ledger);

    private List<ServerId> shuffled(int seed) {
        List<ServerId> order =
                new ArrayList<>(servers.stream().map(ServerLoad::id).toList());
        Collections.shuffle(order, new Random(seed));
        return order;
    }

    @Test
    void firstServersOfAnOrder_areThoseOfAllOfIt_thoughFewAreLookedAt() {
        AtomicInteger looked = new AtomicInteger();
        for (int seed = 0; seed < 200; seed++) {
            List<ServerId> order = shuffled(seed);
            List<ServerId> withRoom = order.stream()
                    .filter(server -> ledger.hasRoom(object, STRIPES, 0, server))
                    .toList();
            assertThat(withRoom).hasSize(SERVERS * 4 / 5);
            Placement whole = new Placement(STRIPES, ledger.domains().choose(withRoom, List.of(), 6, 2));
            assertThat(destinations.first(
                            object,
                            STRIPES,
                            order.stream()
                                    .peek(server -> looked.incrementAndGet())
                                    .iterator()))
                    .as("seed %s", seed)
                    .contains(whole);
        }
        assertThat(looked.get() / 200).isLessThan(50);
    }

    @Test
    void serverThatAnOrderNamesTwice_isTakenOnce() {
        ServerId first = servers.get(1).id();
        List<ServerId> order = new ArrayList<>(List.of(first, first));
        order.addAll(shuffled(7));
        assertThat(destinations.first(object, STRIPES, order.iterator()))
                .hasValueSatisfying(placement -> assertThat(placement.servers())
                        .hasSize(6)
                        .doesNotHaveDuplicates()
                        .contains(first));
    }
}
