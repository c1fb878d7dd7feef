package io.chameleon.balancer.repair;

import io.chameleon.balancer.servers.Calls;
import io.chameleon.balancer.servers.FlashServers;
import io.chameleon.balancer.servers.FragmentIo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.RepairTable;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.erasure.StripeCodec;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs and moves a batch of objects, several at a time, after one look at the servers: one that fails is not asked
 * again in this round. A failure postpones only the object that it concerns.
 */
final class RepairRound {
    private static final Logger LOG = LoggerFactory.getLogger(RepairRound.class);
    /** Tries with other servers before an object is postponed. */
    private static final int TRIES = 3;

    private final long fence;
    private final RepairTable table;
    private final FragmentIo fragments;
    private final Targets targets;
    private final StripeCodec codec;
    private final Throttle throttle;
    private final Lock relocation;
    private final Postponements postponements;

    RepairRound(
            long fence,
            RepairTable table,
            FlashServers servers,
            FragmentIo fragments,
            Targets targets,
            StripeCodec codec,
            Throttle throttle,
            Lock relocation) {
        this.fence = fence;
        this.table = table;
        this.fragments = fragments;
        this.targets = targets;
        this.codec = codec;
        this.throttle = throttle;
        this.relocation = relocation;
        this.postponements = new Postponements(fence, table, servers);
    }

    /** Whether there is a better place for fragments of an object that crowd a failure domain. */
    boolean isMovable(RepairTask task) {
        return !targets.relief(task).isEmpty();
    }

    /** Repairs that were postponed. */
    int postponed() {
        return postponements.count();
    }

    /**
     * Repairs all of them.
     *
     * @param executor runs the repairs
     * @param parallelism how many at a time
     * @return how many are still not as they should be, though no client has changed them
     * @throws ChameleonError what ends the round: FENCED, CANCELLED, or that the mapping table is unreachable
     */
    int repair(Collection<RepairTask> tasks, Executor executor, int parallelism) {
        Queue<RepairTask> waiting = new ConcurrentLinkedQueue<>(tasks);
        AtomicInteger failed = new AtomicInteger();
        Runnable worker = () -> {
            try {
                for (RepairTask task = waiting.poll(); task != null; task = waiting.poll()) {
                    failed.addAndGet(repair(task) ? 0 : 1);
                }
            } finally {
                // After an error: what ends this worker ends the others.
                waiting.clear();
            }
        };
        List<CompletableFuture<Void>> workers = IntStream.range(0, Math.min(parallelism, tasks.size()))
                .mapToObj(any -> CompletableFuture.runAsync(worker, executor))
                .toList();
        try {
            workers.forEach(Calls::await);
        } finally {
            waiting.clear();
        }
        return failed.get();
    }

    /** Returns whether the object is as it should be, or has changed meanwhile. */
    private boolean repair(RepairTask task) {
        relocation.lock();
        try {
            for (int attempt = 1; ; attempt++) {
                ObjectRepair repair = new ObjectRepair(task, targets, fragments, codec, throttle);
                try {
                    return flipped(task, repair, repair.run());
                } catch (ChameleonError e) {
                    requireObjectsFault(e);
                    if (attempt == TRIES || !FragmentIo.isOfTheServer(e.code())) {
                        postponements.add(task, repair.damaged(), e.code() + ": " + e.getMessage());
                        return false;
                    }
                } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
                    LOG.error("{} cannot be repaired by this build", task.row().id(), e);
                    postponements.add(task, repair.damaged(), e.toString());
                    return false;
                }
            }
        } finally {
            relocation.unlock();
        }
    }

    /** A process that no longer leads, or is to stop, does not start the next object. */
    private static void requireObjectsFault(ChameleonError e) {
        if (e.code() == ErrorCode.CANCELLED || e.code() == ErrorCode.FENCED) {
            throw e;
        }
    }

    private boolean flipped(RepairTask task, ObjectRepair repair, Repair flip) {
        Remap.Outcome outcome = table.repair(fence, flip);
        LOG.info(
                "{}: {}, {} -> {}: {}",
                flip.id(),
                flip.reason(),
                task.row().live().servers(),
                flip.live().servers(),
                outcome);
        // After the flip, which it would have made stale.
        postponements.report(task, repair.damaged());
        return true;
    }
}
