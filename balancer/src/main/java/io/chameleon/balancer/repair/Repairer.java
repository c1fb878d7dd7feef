package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.FlashServers;
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
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;

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
    private final GarbageTable garbage;
    private final FlashServers servers;
    private final RepairConfig config;
    private final Executor executor;
    private final RepairRounds rounds;
    private final Discovery discovery;
    private final Evacuator evacuator;
    private final PlacementMover mover;

    private final DrainNotes notes;

    private volatile RepairReport report = RepairReport.NONE;
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
        this.garbage = garbage;
        this.servers = servers;
        this.config = config;
        this.executor = executor;
        this.discovery = new Discovery(table, servers, clock, grace, config.after(), mostPerPage);
        this.evacuator = new Evacuator(table, garbage, servers, clock, grace, mostPerPage);
        this.notes = DrainNotes.of(servers);
        this.mover = new PlacementMover(table, clock, mostPerPage);
        this.rounds = new RepairRounds(table, servers, codec, throttle, relocation, clock, config.headroom());
    }

    /** The record as this leader read it last: see {@link #refreshStatus}. */
    public RepairStatus status() {
        return report.status();
    }

    /** The same with what belongs to it. */
    public RepairReport report() {
        return report;
    }

    /** Reads the record for {@link #status}. */
    public void refreshStatus() {
        RepairStatus status = table.repairStatus();
        report = new RepairReport(status, garbage.halts(), notes.of(status));
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
            int unused = repair(due, rounds.begin(fence, view, evacuating));
            return true;
        }
        for (Evacuation drain : evacuating.records()) {
            if (drain.kind() == Evacuation.Kind.DRAIN && evacuator.isDue(drain)) {
                RepairRound round = rounds.begin(fence, view, evacuating);
                Evacuation unused =
                        evacuator.drain(fence, drain, view, evacuating.nowMillis(), tasks -> repair(tasks, round));
                return true;
            }
        }
        return mover.step(view, new Spreading(rounds, fence, view, evacuating, this::repair));
    }

    private int repair(List<RepairTask> tasks, RepairRound round) {
        try {
            return round.repair(tasks, executor, config.parallelism());
        } finally {
            postponed.addAndGet(round.postponed());
        }
    }
}
