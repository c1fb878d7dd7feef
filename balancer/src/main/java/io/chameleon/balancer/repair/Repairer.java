package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.balancer.servers.Headroom;
import io.chameleon.balancer.servers.Silence;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.table.Evacuating;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.erasure.StripeCodec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Repairs what is damaged, and empties servers (docs/operate/repair.md). Owns no thread: the leader calls
 * {@link #discover} and {@link #repair}, or {@link #step} for both, while there is something to do. One call of each at
 * a time.
 *
 * <p>A fragment is copied or decoded, written under its own name, and read back. Then the row is flipped if it has not
 * changed meanwhile; the fragments left behind enter the outbox in that same transaction. So a repairer may die at any
 * point: fragments that never became live are orphans, which reconciliation finds.
 */
public final class Repairer {
    /** The least number of objects between two looks at the queue: more urgent repairs wait for these. */
    private static final int BATCH = 16;
    /** The same for each object that is repaired in parallel. */
    private static final int BATCH_OF_WORKER = 4;

    private final RepairTable table;
    private final FlashServers servers;
    private final StripeCodec codec;
    private final Throttle throttle;
    private final RepairConfig config;
    private final Lock relocation;
    private final Executor executor;
    private final Discovery discovery;
    private final Evacuator evacuator;
    private final PlacementMover mover;
    private final Silence silence;
    private final Headroom headroom;

    private volatile RepairStatus status = new RepairStatus(0, List.of(), 0, 0, "", RepairStatus.Run.NONE, List.of());
    private final AtomicLong postponed = new AtomicLong();

    /**
     * @param grace how long after its begin a write may be committed
     * @param mostPerPage the most objects, rows or fragments that one answer brings or one transaction changes
     * @param relocation see {@code Reconciler}
     * @param executor runs the repairs that happen in parallel
     */
    public Repairer(
            RepairTable table,
            GarbageTable garbage,
            FlashServers servers,
            StripeCodec codec,
            Throttle throttle,
            InstantSource clock,
            RepairConfig config,
            Duration grace,
            int mostPerPage,
            Lock relocation,
            Executor executor) {
        this.table = table;
        this.servers = servers;
        this.codec = codec;
        this.throttle = throttle;
        this.config = config;
        this.relocation = relocation;
        this.executor = executor;
        this.discovery = new Discovery(table, servers, clock, grace, config.after(), mostPerPage);
        this.evacuator = new Evacuator(table, garbage, servers, clock, grace, mostPerPage);
        this.mover = new PlacementMover(table, clock, mostPerPage);
        this.silence = new Silence(clock);
        this.headroom = servers.headroom(config.headroom(), clock);
    }

    /** The record as this leader read it last: see {@link #refreshStatus}. */
    public RepairStatus status() {
        return status;
    }

    /** Reads the record for {@link #status}. */
    public void refreshStatus() {
        status = table.repairStatus();
    }

    /** Repairs that this process has postponed so far. */
    public long postponed() {
        return postponed.get();
    }

    /** Objects that the loss of one domain would destroy ({@link PlacementMover#violations}). */
    long placementViolations(FailureDomains.Level level) {
        return mover.violations(level);
    }

    /**
     * {@link #discover}, then {@link #repair}.
     *
     * @return whether there was anything to do: if so, there may be more
     * @throws ChameleonError with code FENCED once another leader has taken over; or as the mapping table fails
     */
    public boolean step(long fence) {
        boolean found = discover(fence);
        return repair(fence) || found;
    }

    /**
     * Notes which servers are lost, and queues a bounded part of what is damaged. Returns and throws as {@link #step}.
     */
    public boolean discover(long fence) {
        return discovery.step(fence);
    }

    /**
     * Repairs a batch of what is due, those in most danger first; if there are none, moves a page off a server that is
     * being drained, or out of crowded failure domains. Returns and throws as {@link #step}.
     */
    public boolean repair(long fence) {
        ClusterView view = servers.view();
        List<RepairTask> due = table.repairs(Math.max(BATCH, BATCH_OF_WORKER * config.parallelism()));
        Evacuating evacuating = table.evacuating();
        if (!due.isEmpty()) {
            int unused = repair(due, round(fence, view, evacuating));
            return true;
        }
        for (Evacuation drain : evacuating.records()) {
            if (drain.kind() == Evacuation.Kind.DRAIN && evacuator.isDue(drain)) {
                RepairRound round = round(fence, view, evacuating);
                Evacuation unused =
                        evacuator.drain(fence, drain, view, evacuating.nowMillis(), tasks -> repair(tasks, round));
                return true;
            }
        }
        return mover.step(view, new Spreading(fence, view, evacuating));
    }

    private int repair(List<RepairTask> tasks, RepairRound round) {
        try {
            return round.repair(tasks, executor, config.parallelism());
        } finally {
            postponed.addAndGet(round.postponed());
        }
    }

    private RepairRound round(long fence, ClusterView view, Evacuating evacuating) {
        long there = view.servers().stream().filter(ServerInfo::isReadable).count();
        throttle.share((int) Math.max(1, there));
        FragmentIo fragments = servers.fragments(view, silence);
        Set<ServerId> leaving = evacuating.records().stream()
                .filter(record -> record.kind() == Evacuation.Kind.DRAIN
                        || (record.kind() == Evacuation.Kind.LOST && !Discovery.isBack(view, record.server())))
                .map(Evacuation::server)
                .collect(Collectors.toSet());
        Targets targets = new Targets(servers.ring(view), fragments, headroom.of(view), leaving);
        return new RepairRound(fence, table, servers, fragments, targets, codec, throttle, relocation);
    }

    /** Moves for the sake of failure domains; servers are polled only if there is something to move. */
    private final class Spreading implements PlacementMover.Moves {
        private final long fence;
        private final ClusterView view;
        private final Evacuating evacuating;
        private @Nullable RepairRound round;

        Spreading(long fence, ClusterView view, Evacuating evacuating) {
            this.fence = fence;
            this.view = view;
            this.evacuating = evacuating;
        }

        private RepairRound once() {
            RepairRound current = round == null ? round(fence, view, evacuating) : round;
            round = current;
            return current;
        }

        @Override
        public FailureDomains domains() {
            return servers.ring(view).domains();
        }

        @Override
        public boolean isMovable(RepairTask task) {
            return once().isMovable(task);
        }

        @Override
        public int move(List<RepairTask> tasks) {
            return tasks.size() - repair(tasks, once());
        }
    }
}
