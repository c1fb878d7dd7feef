package io.chameleon.lab.simulation.role;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.SimNetwork;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.metadata.ClusterCheck;
import io.chameleon.metadata.ClusterGate;
import io.chameleon.metadata.MetadataEndpoint;
import io.chameleon.metadata.RegisteredServers;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.request.ClusterViews;
import io.chameleon.metadata.request.MetadataTables;
import io.chameleon.metadata.table.NextWrites;
import io.chameleon.transport.rpc.Endpoint;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One process of the metadata service. It has no state of its own. */
public final class MetadataRole implements Role {
    private static final int PORT = 7100;
    private static final int COMMITTERS = 2;
    private static final int MAX_BATCH = 64;
    private static final int MAX_IN_FLIGHT = 1_000;
    private static final int RING_POINTS = 32;
    private static final long LOOK_NANOS = 1_000_000_000L;
    private static final Duration LARGEST_SKEW = ClusterShape.GRACE.dividedBy(2);

    private final World world;
    private final SimNetwork network;
    private final SeenServers seen;
    private final SimDatabase database;
    private final String name;
    private final HostClock hostClock;
    private @Nullable SimProcess process;

    public MetadataRole(World world, SimNetwork network, Discovery discovery, SimDatabase database, String name) {
        this.world = world;
        this.network = network;
        this.seen = new SeenServers(discovery);
        this.database = database;
        this.name = name;
        this.hostClock = new HostClock(world);
    }

    /** It no longer sees servers come and go, and knows that or not. */
    public void freezeView(boolean knowsThatItIsOld) {
        seen.freeze(knowsThatItIsOld);
    }

    /** It does not see some servers. */
    public void hide(Predicate<ServerInfo> servers) {
        seen.hide(servers);
    }

    public void clearView() {
        seen.clear();
    }

    public Endpoint endpoint() {
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
        life.start(() -> serve(life));
    }

    /** As {@link io.chameleon.metadata.MetadataService} does; without a database it is restarted until there is one. */
    private void serve(SimProcess life) {
        Tables tables = database.connect(life, this::requireClock);
        MetadataMetrics metrics = new MetadataMetrics(new CompositeMeterRegistry());
        CommitBatcher commits = new CommitBatcher(
                tables::commit, COMMITTERS, MAX_BATCH, MAX_IN_FLIGHT, life.ticker(), metrics, life.threads());
        ClusterCheck check = new ClusterCheck(seen, database.awaitCluster(life));
        check.look();
        RegisteredServers registered = check.ownServers();
        ClusterViews views =
                () -> view(life, registered, check.own(), tables.balancerEpoch().epoch());
        MetadataEndpoint endpoint = new MetadataEndpoint(
                MetadataTables.of(
                        tables,
                        new OpenGrants(),
                        new NoQuotas(),
                        tables.buckets(),
                        tables.uploads(),
                        tables.versions()),
                views,
                commits,
                MAX_IN_FLIGHT,
                MAX_IN_FLIGHT,
                life.ticker(),
                metrics,
                new NextWrites(views::get, MetadataRole::scheme, UnaryOperator.identity()),
                life.threads());
        network.listen(endpoint(), life, new ClusterGate(endpoint, check));
        world.trace().line(name + " is up");
        while (!life.isDead()) {
            life.sleep(LOOK_NANOS);
            check.look();
        }
    }

    private static RedundancyScheme scheme(RedundancyPolicy policy) {
        return policy == RedundancyPolicy.REP ? RedundancyScheme.REP_3 : RedundancyScheme.EC_4_2;
    }

    /** As {@link io.chameleon.metadata.database.ClockWatch} does: here the database's clock is right. */
    private void requireClock() {
        if (Math.abs(hostClock.aheadMillis()) > LARGEST_SKEW.toMillis()) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "the clock of " + name + " is wrong");
        }
    }

    private ClusterView view(SimProcess life, RegisteredServers registered, String cluster, long epoch) {
        requireClock();
        ServersTable.Known known = database.transaction(
                life,
                () -> database.content()
                        .servers()
                        .merge(registered, database.clock().millis()));
        return new ClusterView(
                known.servers(),
                scheme(RedundancyPolicy.REP),
                scheme(RedundancyPolicy.EC),
                RING_POINTS,
                epoch,
                cluster,
                known.awayMillis());
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
