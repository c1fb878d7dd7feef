package io.chameleon.it.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A machine that is switched off with everything it runs, and comes back. Kubernetes has no command to switch it off,
 * so the provider of the cluster supplies two: {@code chameleon.k8s.kill-node} and {@code chameleon.k8s.start-node},
 * which take the node's name.
 */
final class NodeLoss {
    private static final Duration COMMAND = Duration.ofMinutes(2);
    /** The node controller waits 40 s by default before it calls a node lost. */
    private static final Duration NOTICED = Duration.ofMinutes(3);

    private static final Duration READY = Duration.ofMinutes(10);
    private static final Duration READABLE = Duration.ofMinutes(5);
    private static final Duration WHOLE = Duration.ofMinutes(10);
    /** One copy each, on a volume of one machine: while it is down nothing answers, whatever servers do. */
    private static final List<String> SINGLE = List.of("postgresql", "zookeeper");

    private final Release release;
    private final SoakPod soak;
    private final ChaosReport report;
    private final String kill = System.getProperty("chameleon.k8s.kill-node", "");
    private final String start = System.getProperty("chameleon.k8s.start-node", "");

    NodeLoss(Release release, SoakPod soak, ChaosReport report) {
        this.release = release;
        this.soak = soak;
        this.report = report;
    }

    /** Skips it, and says so in the report, if it cannot be done. */
    void loseOne() throws IOException, InterruptedException {
        if (kill.isBlank() || start.isBlank()) {
            report.result(
                    "loss of a node", "left out: no command that switches a node off (--kill-node, --start-node)");
            return;
        }
        Optional<String> victim = victim();
        if (victim.isEmpty()) {
            report.result(
                    "loss of a node", "left out: no node has servers, and neither the soak nor what there is one of");
            return;
        }
        lose(victim.get());
    }

    /** The node with most servers among those that do not run the soak, PostgreSQL or ZooKeeper. */
    private Optional<String> victim() {
        Set<String> spared = SINGLE.stream()
                .flatMap(component -> release.pods(component).stream())
                .map(pod -> pod.getSpec().getNodeName())
                .collect(Collectors.toSet());
        spared.add(soak.node());
        return release.pods(Release.SERVER).stream()
                .map(pod -> pod.getSpec().getNodeName())
                .filter(node -> !spared.contains(node))
                .collect(Collectors.groupingBy(node -> node, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Comparator.comparingLong(entry -> entry.getValue()))
                .map(entry -> entry.getKey());
    }

    private void lose(String node) throws IOException, InterruptedException {
        // Data written while another node was down is wherever there was room: it has to be spread first.
        report.result("before " + node + " is lost", whole("full redundancy and placement before a node is lost"));
        List<String> pods = release.replicas().keySet().stream()
                .flatMap(component -> release.pods(component).stream())
                .filter(pod -> node.equals(pod.getSpec().getNodeName()))
                .map(pod -> pod.getMetadata().getName())
                .toList();
        report.event("switch off " + node + " with " + String.join(", ", pods), soak.inTransition());
        run(kill, node);
        try {
            awaitNode(node, false);
            report.event(node + " is noticed to be away", soak.inTransition());
            JsonNode seen = readable();
            report.result("while " + node + " was away with " + pods.size() + " pods", seen);
            assertThat(seen.path("unreadable").asLong())
                    .as("objects that one node of them all takes: %s", seen)
                    .isZero();
            assertThat(soak.hasEnded()).as("the soak ended early").isFalse();
        } finally {
            run(start, node);
        }
        awaitNode(node, true);
        release.awaitReady(READY, release.replicas());
        report.event(node + " is back, and every pod ready", soak.inTransition());
        report.result("after " + node + " was back", whole("full redundancy after a node was back"));
        report.event("every object is whole", soak.inTransition());
    }

    /**
     * Full redundancy, on servers that are up, with no node or zone holding too much: what was written while a node was
     * down is repaired.
     */
    private JsonNode whole(String when) {
        return await(when)
                .atMost(WHOLE)
                .pollInterval(Duration.ofSeconds(2))
                .ignoreExceptions()
                .until(this::verify, seen -> seen.isPresent() && isWhole(seen.get()))
                .orElseThrow();
    }

    private static boolean isWhole(JsonNode seen) {
        return seen.path("objects").asLong() > 0
                && Stream.of("unreadable", "damaged", "degraded", "fragments_on_servers_down")
                        .allMatch(count -> seen.path(count).asLong() == 0)
                && Stream.of("zone", "node")
                        .allMatch(domain ->
                                seen.path("placement_violations").path(domain).asLong() == 0);
    }

    /**
     * The placement, as the mapping table and the servers that are up have it; metadata pods may have to move first.
     */
    private JsonNode readable() {
        return await("verify while a node is away")
                .atMost(READABLE)
                .pollInterval(Duration.ofSeconds(2))
                .ignoreExceptions()
                .until(this::verify, Optional::isPresent)
                .orElseThrow();
    }

    private Optional<JsonNode> verify() {
        List<String> line =
                List.of("verify", "--cluster", release.metadataAddress(), "--output", "json", SoakPod.BUCKET);
        try (ToolPod tool = new ToolPod(release, "chaos-away", line)) {
            tool.exitCode(READABLE);
            return tool.lastAnswer();
        }
    }

    private void awaitNode(String name, boolean ready) {
        await(name + (ready ? " ready" : " away"))
                .atMost(NOTICED)
                .pollInterval(Duration.ofSeconds(1))
                .ignoreExceptions()
                .until(() -> {
                    Node node = release.client().nodes().withName(name).get();
                    return node != null && Readiness.isNodeReady(node) == ready;
                });
    }

    private static void run(String command, String node) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command + " \"$1\"", "sh", node)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (!process.waitFor(COMMAND.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(command + " " + node).isZero();
    }
}
