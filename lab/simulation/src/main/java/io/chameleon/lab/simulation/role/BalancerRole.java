package io.chameleon.lab.simulation.role;

import io.chameleon.balancer.Balancer;
import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.balancer.garbage.Brake;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.erasure.StripeCodec;
import io.chameleon.lab.simulation.world.HostClock;
import io.chameleon.lab.simulation.world.SimNetwork;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.client.RemoteGarbageTable;
import io.chameleon.transport.client.RemoteRemapTable;
import io.chameleon.transport.client.RemoteRepairTable;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.RpcClient;
import java.time.Duration;
import java.util.List;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/** A balancer process: simulated threads make up its scheduler, which drives the product's own classes. */
public final class BalancerRole implements Role {
    private static final long NONE = 0;
    /** More often than in production, where it runs each grace period: more chances to meet something under way. */
    private static final Duration RECONCILIATION = Duration.ofSeconds(71);

    private static final Duration CONFIRMED = Duration.ofSeconds(37);
    private static final Duration TICK = Duration.ofSeconds(3);
    private static final Duration REPAIR = Duration.ofSeconds(11);
    private static final long NANOS_PER_REPAIRED_BYTE = 1_000;

    private final World world;
    private final SimNetwork network;
    private final Election election;
    private final List<Endpoint> metadata;
    private final StripeCodec codec;
    private final BalancerConfig config;
    private final Wiring wiring;
    private final Brake brake;
    private final Tally tally;
    private final String name;
    private final HostClock hostClock;
    private @Nullable SimProcess process;
    private boolean balancing = true;

    public BalancerRole(
            World world,
            SimNetwork network,
            Election election,
            List<Endpoint> metadata,
            StripeCodec codec,
            BalancerConfig config,
            Wiring wiring,
            Brake brake,
            Tally tally,
            String name) {
        this.world = world;
        this.network = network;
        this.election = election;
        this.metadata = metadata;
        this.codec = codec;
        this.config = config;
        this.wiring = wiring;
        this.brake = wiring.brake(brake);
        this.tally = tally;
        this.name = name;
        this.hostClock = new HostClock(world);
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

    /** Ends epochs, or only collects garbage. */
    public void balancing(boolean balances) {
        balancing = balances;
    }

    @Override
    public void start() {
        SimProcess life = new SimProcess(world, name, hostClock);
        process = life;
        RpcClient rpc = network.of(life);
        RepairTable repairs =
                wiring.repairs(new RemoteRepairTable(rpc, metadata, config.requestTimeout()), life.clock());
        Duration timeout = config.requestTimeout();
        Balancer balancer = new Balancer(
                new RemoteRemapTable(rpc, metadata, timeout),
                new RemoteGarbageTable(rpc, metadata, timeout),
                repairs,
                new MetadataClient(rpc, metadata),
                new FlashClient(rpc),
                codec,
                bytes -> life.sleep(bytes * NANOS_PER_REPAIRED_BYTE),
                new WriteIds(life.clock(), life.chance()),
                life.clock(),
                config,
                Runnable::run,
                brake);
        Clockwork clockwork = new Clockwork(life, balancer);
        life.start(() -> clockwork.every(TICK, clockwork::lead));
        life.start(() -> clockwork.every(
                config.reapInterval(),
                () -> tally.add("reaped", balancer.reaper().reap())));
        life.start(() -> clockwork.every(RECONCILIATION, () -> clockwork.reconcile(balancer.reconciler()::reconcile)));
        life.start(
                () -> clockwork.every(CONFIRMED, () -> clockwork.reconcile(balancer.reconciler()::reconcileConfirmed)));
        life.start(() -> clockwork.every(RECONCILIATION, clockwork::sweep));
        life.start(() -> clockwork.every(REPAIR, clockwork::repair));
        life.start(
                () -> clockwork.every(config.lifecycle().interval(), clockwork::lifecycle, balancer.lifecycle()::rest));
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

    /** What {@link io.chameleon.balancer.BalancerService} does with threads and Curator. */
    private final class Clockwork {
        private final SimProcess life;
        private final Balancer balancer;
        private long fence = NONE;
        private long epochSince;

        Clockwork(SimProcess life, Balancer balancer) {
            this.life = life;
            this.balancer = balancer;
            this.epochSince = world.time().now();
        }

        void every(Duration period, Runnable task) {
            every(period, task, () -> {});
        }

        /**
         * While this process believes that it leads; a failure is retried.
         *
         * @param rest instead, while it does not
         */
        void every(Duration period, Runnable task, Runnable rest) {
            while (!life.isDead()) {
                life.sleep(period.toNanos());
                if (!election.isLeader(name)) {
                    fence = NONE;
                    rest.run();
                    continue;
                }
                try {
                    task.run();
                } catch (ChameleonError e) {
                    tally.add("balancer " + e.code(), 1);
                    world.trace().line(name + " failed: " + e.code());
                    if (e.code() == ErrorCode.FENCED) {
                        fence = NONE;
                    } else if (e.code() == ErrorCode.INTERNAL || e.code() == ErrorCode.PROTOCOL_ERROR) {
                        world.violated(name + " met a defect: " + e.getMessage());
                    }
                }
            }
        }

        /** Continues while there is something to repair. */
        void repair() {
            while (fence != NONE
                    && election.isLeader(name)
                    && balancer.repairer().step(fence)) {
                tally.add("repair steps", 1);
            }
        }

        /** One run over all buckets. */
        void lifecycle() {
            while (fence != NONE
                    && election.isLeader(name)
                    && balancer.lifecycle().step()) {
                tally.add("lifecycle steps", 1);
            }
        }

        void sweep() {
            if (fence != NONE) {
                tally.add("uploads swept", balancer.sweeper().sweep(fence));
            }
        }

        void reconcile(LongToIntFunction pass) {
            if (fence != NONE) {
                tally.add("orphans", pass.applyAsInt(fence));
            }
        }

        void lead() {
            if (fence == NONE) {
                fence = balancer.lead(name);
                world.trace().line(name + " leads with fence " + fence);
            }
            if (balancing
                    && world.time().now() - epochSince >= config.epochLength().toNanos()) {
                epochSince = world.time().now();
                EpochReport report = balancer.runEpoch(fence);
                tally.add("epochs", 1);
                tally.add("remaps", report.plan().remaps().size());
                tally.add("migrations planned", report.plan().migrations().size());
                tally.add("migrated", report.migrated());
                world.trace()
                        .line(name + " ended an epoch: "
                                + report.plan().remaps().size() + " remaps, " + report.migrated() + " moved");
            }
        }
    }
}
