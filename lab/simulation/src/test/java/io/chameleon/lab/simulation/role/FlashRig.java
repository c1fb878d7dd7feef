package io.chameleon.lab.simulation.role;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerIdentity;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.Silence;
import io.chameleon.lab.simulation.world.SimNetwork;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.WriteMode;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.rpc.Endpoint;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

/** Simulated flash servers of one cluster, and a client that stores fragments on them. */
public final class FlashRig {
    /** Bytes of every fragment. */
    public static final int BYTES = 3_000;

    /** Servers do not know of rows; with this one a fragment may have any index. */
    private static final RedundancyScheme ANY = RedundancyScheme.replication(8);

    static final String CLUSTER = "5ca1ab1e-0000-4000-8000-000000000009";

    public static final FlashConfig FLASH =
            new FlashConfig(new FlashGeometry(2048, 8, 64, 0.35), FlashTiming.TABLE_II, WriteMode.SINGLE);

    private final World world = new World(1);
    private final SimNetwork network = new SimNetwork(world);
    private final Discovery discovery = new Discovery(world);
    private final HostClock clock = new HostClock(world);
    private final SimProcess client = new SimProcess(world, "client", clock);
    private final WriteIds ids = new WriteIds(() -> Instant.ofEpochMilli(clock.millis()), new SplittableRandom(1));
    private final Map<ServerId, FlashRole> servers = new LinkedHashMap<>();
    private final List<String> mounted = new ArrayList<>();

    /** With this many servers, all of them up: s0, s1, ... */
    public FlashRig(int count) {
        this(count, Wiring.SOUND);
    }

    FlashRig(int count, Wiring wiring) {
        Silence.keep();
        String unused = discovery.name(CLUSTER);
        for (int i = 0; i < count; i++) {
            String name = "s" + i;
            FlashRole server = new FlashRole(
                    world, network, discovery, wiring, name, "z" + i % 2, "", FLASH, () -> mounted.add(name));
            servers.put(server.id(), server);
            server.start();
        }
        run(Duration.ofSeconds(2));
    }

    public World world() {
        return world;
    }

    /** All servers by id, for checks. */
    public Map<ServerId, FlashRole> servers() {
        return servers;
    }

    public FlashRole server(int number) {
        return servers.values().stream().skip(number).findFirst().orElseThrow();
    }

    Discovery discovery() {
        return discovery;
    }

    /** Names of the servers whose stores were mounted, in this order. */
    List<String> mounted() {
        return mounted;
    }

    /** Of a new write, now. */
    public WriteId write() {
        return ids.next();
    }

    public void run(Duration time) {
        world.runUntil(world.time().now() + time.toNanos());
    }

    /** Stores fragment {@code index} of a segment; returns the answer, which has come. */
    public CompletableFuture<Void> put(FlashRole server, WriteId write, int segment, int index) {
        CompletableFuture<Void> answer = send(server, write, segment, index);
        run(Duration.ofSeconds(6));
        return answer;
    }

    /** As {@link #put}, but no time passes yet. */
    CompletableFuture<Void> send(FlashRole server, WriteId write, int segment, int index) {
        byte[] content = new byte[BYTES];
        new SplittableRandom(write.low() + segment).nextBytes(content);
        CRC32C crc = new CRC32C();
        crc.update(content);
        return new FlashClient(network.of(client))
                .put(
                        Endpoint.of(server.info().with(new ServerIdentity(CLUSTER, ""))),
                        new FragmentId(write, segment, index),
                        (int) crc.getValue(),
                        ANY,
                        BYTES,
                        WriteHint.UNKNOWN,
                        Unpooled.wrappedBuffer(content),
                        Duration.ofSeconds(5));
    }

    /** Stores all three copies of a segment on these servers. */
    public void putCopies(WriteId write, int segment, FlashRole... on) {
        for (int index = 0; index < on.length; index++) {
            put(on[index], write, segment, index).join();
        }
    }
}
