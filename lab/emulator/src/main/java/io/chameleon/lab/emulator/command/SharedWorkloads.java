package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Workloads that several runs share: loaded for the first of them, released after the last. Safe from any thread. */
final class SharedWorkloads {
    private final Map<WorkloadSource, Share> shares = new HashMap<>();

    private static final class Share {
        private final FutureTask<Workload> workload;
        private int users;

        Share(WorkloadSource source) {
            workload = new FutureTask<>(source::load);
        }
    }

    SharedWorkloads(List<Run> runs) {
        for (Run run : runs) {
            shares.computeIfAbsent(run.workload(), Share::new).users++;
        }
    }

    /** Waits if another run is loading it. */
    Workload take(WorkloadSource source) throws InterruptedException {
        Share share;
        synchronized (this) {
            share = shares.get(source);
        }
        if (share == null) {
            throw new IllegalStateException("no run announced " + source.identity());
        }
        share.workload.run();
        try {
            return share.workload.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException("cannot load " + source.identity() + ": " + e.getCause(), e);
        }
    }

    synchronized void giveBack(WorkloadSource source) {
        Share share = shares.get(source);
        if (share != null && --share.users == 0) {
            shares.remove(source);
        }
    }
}
