package io.chameleon.it.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What operators do to a cluster that is in use. */
final class Maintenance {
    private static final Duration READY = Duration.ofMinutes(4);
    /**
     * After a client was killed, its write might still be committed to the server for the grace period and some more.
     */
    private static final Duration DRAINED = Duration.ofMinutes(8);

    private static final Duration PARTITIONED = Duration.ofSeconds(20);
    private static final Duration EVICTIONS = Duration.ofMinutes(1);

    private final Release release;
    private final SoakPod soak;
    private final ChaosReport report;

    Maintenance(Release release, SoakPod soak, ChaosReport report) {
        this.release = release;
        this.soak = soak;
        this.report = report;
    }

    private void event(String what) {
        report.event(what, soak.inTransition());
    }

    /** Like an upgrade: every pod is replaced, in the order and at the pace that the chart allows. */
    void rollEverything() {
        event("roll every workload");
        var apps = release.client().apps();
        for (String component : List.of(Release.METADATA, Release.BALANCER)) {
            apps.deployments()
                    .inNamespace(release.namespace())
                    .withName(release.object(component))
                    .rolling()
                    .restart();
        }
        for (String component : List.of(Release.SERVER, "postgresql", "zookeeper")) {
            var set = apps.statefulSets().inNamespace(release.namespace()).withName(release.object(component));
            if (set.get() == null) {
                continue; // an external one
            }
            set.rolling().restart();
            await(component + " rolled")
                    .atMost(READY.multipliedBy(3))
                    .pollInterval(Duration.ofSeconds(1))
                    .ignoreExceptions()
                    .until(() -> {
                        var now = set.get();
                        Integer wanted = now.getSpec().getReplicas();
                        return now.getStatus().getObservedGeneration()
                                        >= now.getMetadata().getGeneration()
                                && wanted.equals(now.getStatus().getUpdatedReplicas())
                                && wanted.equals(now.getStatus().getReadyReplicas());
                    });
        }
        release.awaitReady(READY, release.replicas());
        event("rolled");
    }

    void addServers(int count) {
        scale(servers() + count);
    }

    /** Removes the last ones, each after it was emptied; none is left behind as down. */
    void removeServers(int count) {
        int before = servers();
        for (int left = before; left > before - count; left--) {
            String server = release.object(Release.SERVER) + "-" + (left - 1);
            event("drain " + server);
            run("drain", server, DRAINED);
            scale(left - 1);
            run("forget", server, READY);
        }
    }

    /** The runbook "Replace a worn device": the server keeps its name and gets an empty device. */
    void replaceDevice(String server) {
        event("replace the device of " + server);
        run("drain", server, DRAINED);
        var claim = release.client()
                .persistentVolumeClaims()
                .inNamespace(release.namespace())
                .withName("data-" + server);
        String before = claim.get().getMetadata().getUid();
        claim.delete();
        release.client()
                .pods()
                .inNamespace(release.namespace())
                .withName(server)
                .delete();
        await("a new volume of " + server)
                .atMost(READY)
                .pollInterval(Duration.ofSeconds(1))
                .ignoreExceptions()
                .until(() -> !before.equals(claim.get().getMetadata().getUid()));
        release.awaitReady(READY, Map.of(Release.SERVER, servers()));
        run("drain", server, "--cancel", READY);
        event("replaced, and takes fragments");
    }

    private void run(String command, String server, Duration limit) {
        run(command, server, "--wait", limit);
    }

    private void run(String command, String server, String flag, Duration limit) {
        List<String> line = List.of(command, server, flag, "--cluster", release.metadataAddress());
        try (ToolPod tool = new ToolPod(release, "chaos-" + command, line)) {
            assertThat(tool.exitCode(limit)).as(tool.log()).isZero();
        }
    }

    private int servers() {
        return release.replicas().getOrDefault(Release.SERVER, 0);
    }

    private void scale(int wanted) {
        event("scale servers to " + wanted);
        release.client()
                .apps()
                .statefulSets()
                .inNamespace(release.namespace())
                .withName(release.object(Release.SERVER))
                .scale(wanted);
        release.awaitReady(READY, Map.of(Release.SERVER, wanted));
        event("scaled to " + wanted);
    }

    /** Cuts a server off for a while, if the cluster's network can. */
    void partition(Pod server) throws InterruptedException {
        String name = server.getMetadata().getName();
        try (Partition partition = new Partition(release, name)) {
            if (!partition.isEnforced()) {
                report.result(
                        "partition by NetworkPolicy", "left out: this cluster's network does not enforce policies");
                return;
            }
            event("partition " + name);
            TimeUnit.NANOSECONDS.sleep(PARTITIONED.toNanos());
            report.result("partition by NetworkPolicy", name + ", " + PARTITIONED.toSeconds() + " s");
        }
        release.awaitReady(READY, release.replicas());
        event("healed");
    }

    /**
     * Empties a machine like {@code kubectl drain}: evictions that budgets refuse are retried for a while. Pods whose
     * volume is bound to that machine return once it takes pods again.
     */
    void drainNode() throws InterruptedException {
        List<Node> nodes = release.client().nodes().list().getItems().stream()
                .filter(node -> Readiness.isNodeReady(node)
                        && !Boolean.TRUE.equals(node.getSpec().getUnschedulable()))
                .toList();
        if (nodes.size() < 2) {
            report.result("drain of a node", "left out: this cluster has one node, whose pods could go nowhere");
            return;
        }
        String node = release.pods(Release.SERVER).getFirst().getSpec().getNodeName();
        event("drain node " + node);
        cordon(node, true);
        try {
            long end = System.nanoTime() + EVICTIONS.toNanos();
            while (!podsOn(node).isEmpty() && System.nanoTime() < end) {
                podsOn(node)
                        .forEach(pod -> release.client()
                                .pods()
                                .inNamespace(release.namespace())
                                .withName(pod.getMetadata().getName())
                                .evict());
                TimeUnit.SECONDS.sleep(1);
            }
            report.result("drain of a node", node + ", " + podsOn(node).size() + " pods kept by their budgets");
        } finally {
            cordon(node, false);
        }
        release.awaitReady(READY, release.replicas());
        event("node " + node + " takes pods again");
    }

    private List<Pod> podsOn(String node) {
        return release.replicas().keySet().stream()
                .flatMap(component -> release.pods(component).stream())
                .filter(pod -> node.equals(pod.getSpec().getNodeName()))
                .toList();
    }

    private void cordon(String node, boolean cordoned) {
        release.client()
                .nodes()
                .withName(node)
                .edit(found -> new NodeBuilder(found)
                        .editSpec()
                        .withUnschedulable(cordoned)
                        .endSpec()
                        .build());
    }
}
