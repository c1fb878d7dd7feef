package io.chameleon.simulation.role;

import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.CommitBatcher;
import io.chameleon.metadata.MetadataEndpoint;
import io.chameleon.metadata.MetadataMetrics;
import io.chameleon.simulation.world.HostClock;
import io.chameleon.simulation.world.SimNetwork;
import io.chameleon.simulation.world.SimProcess;
import io.chameleon.simulation.world.World;
import io.chameleon.transport.Endpoint;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One process of the metadata service. It has no state of its own. */
public final class MetadataRole implements Role {
    /** There is one in a simulated world. */
    static final String CLUSTER = "5ca1ab1e-0000-4000-8000-000000000001";

    private static final int PORT = 7100;
    private static final int COMMITTERS = 2;
    private static final int MAX_BATCH = 64;
    private static final int MAX_IN_FLIGHT = 1_000;
    private static final int RING_POINTS = 32;

    private final World world;
    private final SimNetwork network;
    private final Discovery discovery;
    private final SimDatabase database;
    private final String name;
    private final HostClock hostClock;
    private @Nullable SimProcess process;

    MetadataRole(World world, SimNetwork network, Discovery discovery, SimDatabase database, String name) {
        this.world = world;
        this.network = network;
        this.discovery = discovery;
        this.database = database;
        this.name = name;
        this.hostClock = new HostClock(world);
    }

    Endpoint endpoint() {
        return new Endpoint(name, PORT);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public HostClock clock() {
        return hostClock;
    }

    @Override
    public @Nullable SimProcess process() {
        return process;
    }

    @Override
    public void start() {
        SimProcess life = new SimProcess(world, name, hostClock);
        process = life;
        Tables tables = database.connect(life);
        MetadataMetrics metrics = new MetadataMetrics(new CompositeMeterRegistry());
        CommitBatcher commits =
                new CommitBatcher(tables, COMMITTERS, MAX_BATCH, MAX_IN_FLIGHT, life.ticker(), metrics, life.threads());
        MetadataEndpoint endpoint = new MetadataEndpoint(
                tables,
                tables,
                tables,
                tables,
                new OpenGrants(),
                new NoQuotas(),
                () -> new ClusterView(
                        discovery.servers(),
                        RedundancyScheme.REP_3,
                        RedundancyScheme.EC_4_2,
                        RING_POINTS,
                        tables.balancerEpoch().epoch(),
                        CLUSTER,
                        Map.of()),
                commits,
                MAX_IN_FLIGHT,
                MAX_IN_FLIGHT,
                life.ticker(),
                metrics,
                life.threads());
        network.listen(endpoint(), life, endpoint);
        world.trace().line(name + " is up");
    }

    @Override
    public void crash() {
        SimProcess life = process;
        if (life != null && !life.isDead()) {
            world.trace().line(name + " is killed");
            life.kill();
            network.ended(life);
        }
    }
}
