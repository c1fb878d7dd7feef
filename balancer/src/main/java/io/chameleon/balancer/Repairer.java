package io.chameleon.balancer;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.Evacuation;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.RepairStatus;
import io.chameleon.core.mapping.RepairTable;
import io.chameleon.core.mapping.RepairTask;
import io.chameleon.core.placement.FailureDomains;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes whole what is damaged, and empties servers (docs/repair.md). Owns no thread: whoever leads calls {@link #step} while there
 * is something to do. One call at a time.
 *
 * <p>A fragment is copied or decoded, written under its own name, read back, and then the row is flipped if it has not changed
 * meanwhile; what is left behind enters the outbox in that same transaction. So a repairer may die anywhere: fragments that never
 * became live are orphans, which reconciliation finds.
 */
public final class Repairer {
    private static final Logger LOG = LoggerFactory.getLogger(Repairer.class);
    /** Objects between two looks at the queue: what is more urgent waits for so many at most. */
    private static final int BATCH = 16;
    /** Tries with other servers before an object is put off. */
    private static final int TRIES = 3;

    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final Duration ASK_SERVERS = Duration.ofSeconds(10);
    private static final Duration FIRST_DELAY = Duration.ofSeconds(5);
    private static final int MAX_DOUBLINGS = 7;

    private final RepairTable table;
    private final FlashServers servers;
    private final StripeDecoder decoder;
    private final Throttle throttle;
    private final InstantSource clock;
    private final RepairConfig config;
    private final Lock relocation;
    private final Evacuator evacuator;
    private final Absences absences;
    private final PlacementMover mover;

    private List<Evacuation> evacuations = List.of();
    /** Servers that came back without anything; what they had is being queued. */
    private final Set<ServerId> emptied = new HashSet<>();

    private long refreshedMillis = Long.MIN_VALUE;
    private long askedMillis = Long.MIN_VALUE;
    private volatile RepairStatus status = new RepairStatus(0, List.of(), 0, 0, "", RepairStatus.Run.NONE, List.of());
    private volatile long postponed;

    /** @param relocation see {@link Reconciler} */
    Repairer(
            RepairTable table,
            FlashServers servers,
            StripeDecoder decoder,
            Throttle throttle,
            InstantSource clock,
            RepairConfig config,
            Lock relocation,
            Evacuator evacuator) {
        this.table = table;
        this.servers = servers;
        this.decoder = decoder;
        this.throttle = throttle;
        this.clock = clock;
        this.config = config;
        this.relocation = relocation;
        this.evacuator = evacuator;
        this.absences = new Absences(config.after());
        this.mover = new PlacementMover(table, clock);
    }

    /** The record as this leader read it last. */
    public RepairStatus status() {
        return status;
    }

    /** Repairs that this process has put off so far. */
    public long postponed() {
        return postponed;
    }

    /** Objects that the loss of one domain would take ({@link PlacementMover#violations}). */
    long placementViolations(FailureDomains.Level level) {
        return mover.violations(level);
    }

    /**
     * Does the most urgent thing there is: notes which servers are gone, and queues a page of what they hold; repairs a batch of what
     * is due; else moves a page off a server that is being drained, or out of
     * crowded failure domains.
     *
     * @return whether there was anything to do: if so, there may be more
     * @throws ChameleonError with code FENCED once another leader has taken over; or as the mapping table fails
     */
    public boolean step(long fence) {
        ClusterView view = servers.view();
        refresh(view, fence);
        boolean worked = queueLost(fence);
        List<RepairTask> due = table.repairs(BATCH);
        if (!due.isEmpty()) {
            Round round = new Round(view, fence);
            due.forEach(round::repair);
            worked = true;
        } else if (!worked) {
            worked = drain(fence, view) || mover.step(view, new Spreading(view, fence));
        }
        if (!worked) {
            refreshedMillis = Long.MIN_VALUE;
        }
        return worked;
    }

    private void refresh(ClusterView view, long fence) {
        long now = clock.millis();
        if (isPast(refreshedMillis, REFRESH, now)) {
            refreshedMillis = now;
            read();
            if (noteAbsences(view, fence, now)) {
                read();
            }
        }
        if (isPast(askedMillis, ASK_SERVERS, now)) {
            askedMillis = now;
            for (Map.Entry<ServerId, List<FragmentId>> found :
                    servers.damaged(view).entrySet()) {
                int changed = table.queueFound(fence, found.getKey(), found.getValue());
                if (changed > 0) {
                    LOG.warn("{} found damage: {} objects are queued for repair", found.getKey(), changed);
                }
            }
        }
    }

    private void read() {
        status = table.repairStatus();
        evacuations = new ArrayList<>(status.evacuations());
    }

    private static boolean isPast(long since, Duration period, long now) {
        return since == Long.MIN_VALUE || now - since >= period.toMillis();
    }

    /** A server that is back loses its record, one that is gone for long gets one. Returns whether any did. */
    private boolean noteAbsences(ClusterView view, long fence, long now) {
        boolean changed = false;
        Set<ServerId> recorded = new HashSet<>();
        for (Evacuation known : evacuations) {
            if (known.kind() == Evacuation.Kind.DRAIN && known.isFinished()) {
                recorded.add(known.server());
            } else if (known.kind() == Evacuation.Kind.LOST) {
                boolean back = view.server(known.server())
                        .filter(ServerInfo::isReadable)
                        .isPresent();
                if (back && emptied.contains(known.server()) && known.walk() == 0) {
                    recorded.add(known.server());
                } else if (back) {
                    emptied.remove(known.server());
                    LOG.info("server {} is back; what was not repaired yet may be there", known.server());
                    table.end(fence, known.server());
                    changed = true;
                } else {
                    recorded.add(known.server());
                }
            }
        }
        for (ServerId gone : absences.lost(view, recorded, now)) {
            if (recorded.add(gone)) {
                LOG.warn("server {} has been away for {}: what it holds is made anew elsewhere", gone, config.after());
                table.begin(fence, gone);
                changed = true;
            }
        }
        for (ServerId back : absences.returned()) {
            changed |= view.server(back)
                    .filter(ServerInfo::isReadable)
                    .filter(server -> noteIfEmptied(server, fence))
                    .isPresent();
        }
        return changed;
    }

    /** A server may come back with another device, or a blank one: then all that it had is missing. Returns whether it did. */
    private boolean noteIfEmptied(ServerInfo server, long fence) {
        boolean empty;
        try {
            empty = servers.list(server, 0, null, 1).fragments().isEmpty();
        } catch (ChameleonError e) {
            LOG.info("{} is back and does not say what it holds: {}", server.id(), e.getMessage());
            return false;
        }
        absences.lookedAt(server.id());
        if (empty) {
            LOG.warn("server {} came back without a single fragment: what it held is made anew there", server.id());
            emptied.add(server.id());
            table.begin(fence, server.id());
        }
        return empty;
    }

    private boolean queueLost(long fence) {
        boolean worked = false;
        for (Evacuation lost : List.copyOf(evacuations)) {
            if (lost.kind() == Evacuation.Kind.LOST && evacuator.isDue(lost)) {
                replace(lost, evacuator.queueLost(fence, lost));
                worked = true;
            }
        }
        return worked;
    }

    private boolean drain(long fence, ClusterView view) {
        for (Evacuation drain : List.copyOf(evacuations)) {
            if (drain.kind() == Evacuation.Kind.DRAIN && evacuator.isDue(drain)) {
                Round round = new Round(view, fence);
                replace(drain, evacuator.drain(fence, drain, view, round::repair));
                return true;
            }
        }
        return false;
    }

    private void replace(Evacuation before, Evacuation after) {
        evacuations.replaceAll(known -> known.equals(before) ? after : known);
    }

    /** Moves for the sake of failure domains; servers are looked at only if there is something to move. */
    private final class Spreading implements PlacementMover.Moves {
        private final ClusterView view;
        private final long fence;
        private @Nullable Round round;

        Spreading(ClusterView view, long fence) {
            this.view = view;
            this.fence = fence;
        }

        private Round round() {
            Round current = round == null ? new Round(view, fence) : round;
            round = current;
            return current;
        }

        @Override
        public boolean isMovable(RepairTask task) {
            return !round().targets.relief(task).isEmpty();
        }

        @Override
        public int move(List<RepairTask> tasks) {
            return (int) tasks.stream().filter(round()::repair).count();
        }
    }

    /** One look at the servers: who fails in it is not asked again. */
    private final class Round {
        private final long fence;
        private final FragmentIo fragments;
        private final Targets targets;

        Round(ClusterView view, long fence) {
            this.fence = fence;
            this.fragments = servers.fragments(view);
            Set<ServerId> leaving = new HashSet<>();
            for (Evacuation evacuation : evacuations) {
                boolean back = evacuation.kind() == Evacuation.Kind.LOST
                        && view.server(evacuation.server())
                                .filter(ServerInfo::isReadable)
                                .isPresent();
                if (!back) {
                    leaving.add(evacuation.server());
                }
            }
            this.targets = new Targets(view.ring(), fragments, servers.headroom(view, config.headroom()), leaving);
        }

        /** Returns whether the object is as it should be, or has changed meanwhile. */
        boolean repair(RepairTask task) {
            relocation.lock();
            try {
                for (int attempt = 1; ; attempt++) {
                    ObjectRepair repair = new ObjectRepair(task, targets, fragments, decoder, throttle);
                    Repair flip;
                    try {
                        flip = repair.run();
                    } catch (ChameleonError e) {
                        if (e.code() == ErrorCode.CANCELLED) {
                            throw e;
                        }
                        if (attempt < TRIES && FragmentIo.isOfTheServer(e.code())) {
                            continue;
                        }
                        putOff(task, repair.damaged(), e);
                        return false;
                    }
                    return flipped(task, repair.damaged(), flip);
                }
            } finally {
                relocation.unlock();
            }
        }

        private boolean flipped(RepairTask task, List<Integer> damaged, Repair flip) {
            Remap.Outcome outcome = table.repair(fence, flip);
            LOG.info(
                    "{}: {}, {} -> {}: {}",
                    flip.id(),
                    flip.reason(),
                    task.row().live().servers(),
                    flip.live().servers(),
                    outcome);
            // After the flip, which it would have made stale.
            report(task, damaged);
            return true;
        }

        /** What was found on the way is repaired next. */
        private void report(RepairTask task, List<Integer> damaged) {
            if (!damaged.isEmpty()) {
                servers.report(new Damage(task.row().id(), task.row().writeId(), damaged));
            }
        }

        private void putOff(RepairTask task, List<Integer> damaged, ChameleonError problem) {
            report(task, damaged);
            if (task.missing().isEmpty()) {
                LOG.info("{} stays where it is: {}", task.row().id(), problem.getMessage());
                return;
            }
            LOG.warn("{} is not repaired yet: {}", task.row().id(), problem.getMessage());
            postponed++;
            Duration delay = FIRST_DELAY.multipliedBy(1L << Math.min(task.attempts(), MAX_DOUBLINGS));
            table.postpone(
                    fence,
                    task.row().id(),
                    task.row().writeId(),
                    delay.toMillis(),
                    problem.code() + ": " + problem.getMessage());
        }
    }
}
