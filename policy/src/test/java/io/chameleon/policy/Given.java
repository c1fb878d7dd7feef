package io.chameleon.policy;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.PlacementRing;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Small clusters that can be worked out by hand: servers s00, s01, ... of 64-page blocks and victims half full, objects
 * of 64 KiB.
 */
public final class Given {
    public static final long EPOCH = 10;
    public static final int PAGE = 4096;
    public static final long CAPACITY = 10_000;
    public static final int SIZE = 65_536;

    private Given() {}

    public static ServerId s(int number) {
        return new ServerId("s%02d".formatted(number));
    }

    public static ObjectId id(String key) {
        return new ObjectId("bucket", key);
    }

    public static ServerLoad server(int number, long erases) {
        return server(number, erases, 5_000, "");
    }

    /** Erases per page write: 1 / (64 * (1 - 0.5)) = 1/32. */
    public static ServerLoad server(int number, long erases, long livePages, String zone) {
        return new ServerLoad(
                s(number),
                zone,
                "",
                true,
                erases,
                (erases + 180) * 32,
                (erases + 180) * 64,
                CAPACITY,
                livePages,
                PAGE,
                64,
                180,
                0.5,
                180 * 3000.0,
                0,
                0,
                0);
    }

    /** The server with this many host page writes in every epoch and this latency of its I/O. */
    public static ServerLoad trend(ServerLoad s, double writesPerEpoch, double latencyMicros) {
        return s.withWritesPerEpoch(writesPerEpoch)
                .withWindowWrites(writesPerEpoch)
                .withLatencyMicros(latencyMicros);
    }

    /** Servers s00, s01, ... with these erase counts. */
    public static List<ServerLoad> servers(long... erases) {
        return IntStream.range(0, erases.length)
                .mapToObj(i -> server(i, erases[i]))
                .toList();
    }

    public static Placement rep(int... servers) {
        return on(RedundancyScheme.REP_3, servers);
    }

    public static Placement ec(int... servers) {
        return on(RedundancyScheme.EC_4_2, servers);
    }

    public static Placement on(RedundancyScheme scheme, int... servers) {
        return new Placement(scheme, Arrays.stream(servers).mapToObj(Given::s).toList());
    }

    /** An object in a stable state, written in this epoch, with {@code version} 100. */
    public static Candidate stable(String key, Placement at, double heat) {
        return stable(key, at, heat, EPOCH);
    }

    public static Candidate stable(String key, Placement at, double heat, long lastWriteEpoch) {
        RedundancyState state = at.policy() == RedundancyPolicy.REP ? RedundancyState.REP : RedundancyState.EC;
        return new Candidate(id(key), 100, state, false, at, at, heat, heat, SIZE, 8 << 20, 0, lastWriteEpoch, 0);
    }

    /** An object that waits since {@code remapEpoch} for a write. */
    public static Candidate waiting(
            String key, RedundancyState state, Placement live, Placement next, double heat, long remapEpoch) {
        return new Candidate(
                id(key), 100, state, false, live, next, heat, heat, SIZE, 8 << 20, remapEpoch, remapEpoch, 0);
    }

    /** The same object with another size, bytes. */
    public static Candidate sized(Candidate object, long size) {
        return new Candidate(
                object.id(),
                object.version(),
                object.state(),
                object.degraded(),
                object.live(),
                object.next(),
                object.heat(),
                object.accessHeat(),
                size,
                object.segmentBytes(),
                object.remapEpoch(),
                object.lastWriteEpoch(),
                object.lastWriteMillis());
    }

    public static ClusterSnapshot snapshot(Collection<ServerLoad> servers, Candidate... objects) {
        return snapshot(servers, List.of(objects));
    }

    public static ClusterSnapshot snapshot(Collection<ServerLoad> servers, List<Candidate> objects) {
        return new ClusterSnapshot(
                EPOCH,
                List.copyOf(servers),
                objects,
                RedundancyScheme.REP_3,
                RedundancyScheme.EC_4_2,
                new PlacementRing(servers.stream().map(ServerLoad::member).toList()));
    }
}
