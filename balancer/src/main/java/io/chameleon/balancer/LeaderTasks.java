package io.chameleon.balancer;

import io.chameleon.balancer.leader.Leadership;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongToIntFunction;

/** What a balancer process does while it leads, beside epochs, and what while it does not. */
final class LeaderTasks {
    private final Balancer balancer;
    private final Leadership leadership;
    private final BalancerMetrics metrics;
    private final BooleanSupplier isStopped;
    /** One pass at a time. */
    private final ReentrantLock reconciliations = new ReentrantLock();

    /** @param isStopped whether this process stops: then nothing is begun any more */
    LeaderTasks(Balancer balancer, Leadership leadership, BalancerMetrics metrics, BooleanSupplier isStopped) {
        this.balancer = balancer;
        this.leadership = leadership;
        this.metrics = metrics;
        this.isStopped = isStopped;
    }

    void reap() {
        if (leadership.isHeld()) {
            metrics.reaped(balancer.reaper().reap());
        }
    }

    void discover() {
        whileLeading(balancer.repairer()::discover);
    }

    void repair() {
        whileLeading(balancer.repairer()::repair);
    }

    void refreshStatus() {
        if (leadership.isHeld()) {
            balancer.repairer().refreshStatus();
        }
    }

    void reconcile() {
        reconcile(balancer.reconciler()::reconcile);
    }

    void reconcileConfirmed() {
        reconcile(balancer.reconciler()::reconcileConfirmed);
    }

    private void reconcile(LongToIntFunction pass) {
        reconciliations.lock();
        try {
            onceIfLeading(fence -> metrics.orphansDeleted(pass.applyAsInt(fence)));
        } finally {
            reconciliations.unlock();
        }
    }

    void sweep() {
        onceIfLeading(fence -> {
            int unused = balancer.sweeper().sweep(fence);
            int unusedRows = balancer.lostGarbage().giveUp();
        });
    }

    /** One run over all buckets, or the rest of one that failed. */
    void lifecycle() {
        if (!leadership.isHeld()) {
            balancer.lifecycle().rest();
            return;
        }
        whileLeading(fence -> balancer.lifecycle().step());
    }

    /** A standby notices that epochs end. */
    void watch() {
        if (!leadership.isHeld()) {
            balancer.watch();
        }
    }

    private void whileLeading(LongPredicate step) {
        leadership.whileHeld(step, isStopped);
    }

    private void onceIfLeading(LongConsumer task) {
        whileLeading(fence -> {
            task.accept(fence);
            return false;
        });
    }
}
