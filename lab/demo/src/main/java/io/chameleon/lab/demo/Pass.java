package io.chameleon.lab.demo;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.balancer.BalancerService;
import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.cli.output.Progress;
import io.chameleon.cli.process.Service;
import io.chameleon.client.ChameleonClient;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.wear.WearReport;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.server.ServerConfig.Medium;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/** One policy from boot to verdict, on a fresh cluster. */
final class Pass {
    private static final Duration NEVER = Duration.ofDays(365);
    private static final Duration GRACE = Duration.ofHours(1);
    /** Superseded objects that may wait for collection, a share of all objects. */
    private static final double UNCOLLECTED = 0.05;

    private final DemoConfig config;
    private final Workload workload;
    private final String policy;

    Pass(DemoConfig config, Workload workload, String policy) {
        this.config = config;
        this.workload = workload;
        this.policy = policy;
    }

    PassResult run() throws Exception {
        long begun = System.nanoTime();
        try (Service<DemoCluster> service = Service.start(() -> DemoCluster.start(this::cluster))) {
            return run(service.role().running(), service::isEnding, begun);
        }
    }

    private PassResult run(DevCluster cluster, BooleanSupplier ending, long begun) throws Exception {
        try (ChameleonClient client = cluster.clientBuilder().build();
                Replay replay = new Replay(client, workload.extents(), config, ending)) {
            FileTree files = new FileTree(client, workload, config.initial(), ending);
            try (Progress progress = progress("store", workload.files().size() + workload.extents().length)) {
                files.store(progress);
                replay.preload(progress);
            }
            List<PassResult.Epoch> epochs = new ArrayList<>();
            try (Progress progress = progress("replay", workload.writes().length)) {
                for (int[] slice : parts(workload.writes(), config.epochs())) {
                    write(replay, cluster, slice, progress);
                    EpochReport report = balancer(cluster).balanceNow();
                    epochs.add(new PassResult.Epoch(PassResult.sigma(cluster.wear()), report.states()));
                }
            }
            List<WearReport> wear = cluster.wear();
            long lost;
            try (Progress progress = progress("verify", files.count() + (long) workload.extents().length)) {
                lost = files.lost(progress) + replay.lost(progress);
            }
            return new PassResult(
                    policy,
                    wear,
                    epochs,
                    files.count() + (long) workload.extents().length,
                    lost,
                    replay.ledger().failures(),
                    (System.nanoTime() - begun) / 1e9);
        }
    }

    /**
     * Epochs end and garbage is collected by the count of requests, never by the clock. The devices are in memory: how
     * fast this machine's disk syncs is not the question.
     */
    private DevClusterConfig cluster(Path dataDirectory) {
        BalancerConfig balancer = BalancerConfig.defaults()
                .with()
                .policy(policy)
                .epochLength(NEVER)
                .reapInterval(NEVER)
                .reapDelay(Duration.ZERO)
                .grace(GRACE)
                .build();
        RedundancyScheme scheme =
                config.initial() == RedundancyPolicy.REP ? RedundancyScheme.REP_3 : RedundancyScheme.EC_4_2;
        return DevClusterConfig.in(dataDirectory)
                .servers(config.servers())
                .serverBytes(DeviceSizing.bytesPerServer(workload, scheme, config))
                .medium(Medium.MEMORY)
                .gracePeriod(GRACE)
                .balancer(balancer)
                .build();
    }

    private static BalancerService balancer(DevCluster cluster) {
        return cluster.balancerRole()
                .orElseThrow(() -> new IllegalStateException("the demo's cluster runs without a balancer"))
                .service();
    }

    private Progress progress(String step, long total) {
        return Progress.of(policy + ": " + step, total);
    }

    /**
     * Overwrites, collecting what they supersede every few writes: the devices are small, and their fill must not
     * depend on the speed of this machine.
     */
    private void write(Replay replay, DevCluster cluster, int[] order, Progress progress) {
        int batch = Math.max(config.writers(), (int) (workload.extents().length * UNCOLLECTED));
        for (int[] part : parts(order, order.length / batch + 1)) {
            replay.write(part, progress);
            balancer(cluster).balancer().reaper().reap(Duration.ZERO);
        }
    }

    private static List<int[]> parts(int[] all, int count) {
        List<int[]> parts = new ArrayList<>();
        for (int part = 0; part < count; part++) {
            int from = (int) ((long) all.length * part / count);
            int to = (int) ((long) all.length * (part + 1) / count);
            parts.add(Arrays.copyOfRange(all, from, to));
        }
        return parts;
    }
}
