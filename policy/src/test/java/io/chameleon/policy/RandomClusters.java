package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.bucket.BucketSchemes;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Clusters in any state: full, broken and odd servers, objects in every state. */
public final class RandomClusters {
    /** Besides {@link Given#id}'s bucket, which has the cluster's. */
    private static final String OWN_SCHEMES = "pairs";

    private static final Schemes SCHEMES = new Schemes(
            RedundancyScheme.REP_3,
            RedundancyScheme.EC_4_2,
            Map.of(OWN_SCHEMES, BucketSchemes.parsed("REP(2)", "EC(3+1)")));

    private RandomClusters() {}

    public static ClusterSnapshot snapshot(Random random) {
        int count = 6 + random.nextInt(10);
        int zones = 1 + random.nextInt(4);
        List<ServerLoad> servers = IntStream.range(0, count)
                .mapToObj(i -> {
                    ServerLoad load = Given.server(
                                    i,
                                    random.nextInt(500),
                                    6_000 + random.nextInt(3_300),
                                    "zone-" + random.nextInt(zones))
                            .withNode(count % 2 == 0 ? "" : "node-" + i / 2);
                    return random.nextInt(12) == 0 ? load.withWritable(false) : load;
                })
                .toList();
        List<Candidate> objects = IntStream.range(0, 300)
                .mapToObj(i -> object(new ObjectId(i % 3 == 0 ? OWN_SCHEMES : "bucket", "o" + i), count, random))
                .toList();
        PlacementRing ring =
                new PlacementRing(servers.stream().map(ServerLoad::member).toList());
        return new ClusterSnapshot(Given.EPOCH, servers, objects, List.of(), SCHEMES, ring);
    }

    private static Candidate object(ObjectId id, int servers, Random random) {
        RedundancyState state = RedundancyState.values()[random.nextInt(RedundancyState.values().length)];
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, servers).boxed().toList());
        Collections.shuffle(order, random);
        // Some are from before their bucket had schemes of its own.
        ObjectId like = random.nextInt(4) == 0 ? Given.id("any") : id;
        Placement live = place(like, state.livePolicy() == RedundancyPolicy.REP, order);
        Placement next = live;
        if (state.isIntermediate()) {
            boolean late = state.livePolicy() != state.nextPolicy();
            if (late) {
                Collections.shuffle(order, random);
                next = place(like, state.nextPolicy() == RedundancyPolicy.REP, order);
            } else if (live.servers().size() < servers) {
                List<ServerId> moved = new ArrayList<>(live.servers());
                moved.set(
                        random.nextInt(moved.size()),
                        Given.s(order.get(live.servers().size())));
                next = new Placement(live.scheme(), moved);
            }
        }
        long lastWrite = 1L + random.nextInt((int) Given.EPOCH);
        double heat = Math.pow(2, random.nextInt(20) - 8);
        return new Candidate(
                id,
                1 + random.nextInt(50),
                state,
                random.nextInt(20) == 0,
                live,
                next,
                heat,
                heat * (1 + random.nextInt(4)),
                random.nextInt(random.nextBoolean() ? 16_384 : 200_000),
                8 << 20,
                random.nextInt((int) Given.EPOCH),
                lastWrite,
                0);
    }

    private static Placement place(ObjectId id, boolean replicas, List<Integer> order) {
        RedundancyScheme scheme = replicas ? SCHEMES.rep(id) : SCHEMES.ec(id);
        return new Placement(
                scheme, order.stream().limit(scheme.width()).map(Given::s).toList());
    }

    /** The same cluster with its servers and objects in another order. */
    public static ClusterSnapshot shuffled(ClusterSnapshot snapshot, Random random) {
        List<ServerLoad> servers = new ArrayList<>(snapshot.servers());
        List<Candidate> objects = new ArrayList<>(snapshot.objects());
        Collections.shuffle(servers, random);
        Collections.shuffle(objects, random);
        return new ClusterSnapshot(
                snapshot.epoch(), servers, objects, snapshot.groups(), snapshot.schemes(), snapshot.ring());
    }
}
