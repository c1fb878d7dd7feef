package io.chameleon.it.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.core.redundancy.RedundancyState;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Kills pods of every role by force for a while, preferably while objects are in transition, and does what operators do meanwhile:
 * roll, scale, restart the database and ZooKeeper. A pod writes and verifies all the time, and reads everything back at the end.
 */
@Tag("k8s")
@EnabledIfSystemProperty(
        named = "chameleon.k8s.namespace",
        matches = ".+",
        disabledReason = "no Kubernetes cluster given: integration-tests/k8s/run runs this on any")
class KubernetesChaosTest {
    private static final Duration READY = Duration.ofMinutes(4);
    private static final Duration LONGEST_WAIT_FOR_TRANSITION = Duration.ofSeconds(20);
    private static final Duration SETTLE = Duration.ofMinutes(5);

    private final long seed = Long.getLong("chameleon.seed", new Random().nextInt(Integer.MAX_VALUE));
    private final Duration atLeast = Duration.ofMinutes(Integer.getInteger("chameleon.k8s.minutes", 15));
    private final int killsWanted = Integer.getInteger("chameleon.k8s.kills", 60);
    private final Path file = Path.of(System.getProperty("chameleon.k8s.report", "target/kubernetes-chaos.md"));
    private final Random random = new Random(seed);
    private final ChaosReport report = new ChaosReport(seed);

    @Test
    void podsKilledMidTransition_loseNothing() throws Exception {
        System.out.println("KubernetesChaosTest: -Dchameleon.seed=" + seed);
        try (KubernetesClient client = Clients.open()) {
            Release release = new Release(
                    client,
                    System.getProperty("chameleon.k8s.namespace"),
                    System.getProperty("chameleon.k8s.release", "chameleon"));
            try (ToolPod soak = new ToolPod(release, "chaos-soak", soakArguments(release))) {
                run(release, soak);
            } finally {
                report.write(file);
            }
        }
    }

    private List<String> soakArguments(Release release) {
        return List.of(
                "soak",
                "--cluster",
                release.metadataAddress(),
                "--duration",
                "12h",
                "--stop-file",
                "/tmp/stop",
                "--objects",
                "300",
                "--max-bytes",
                "96KiB",
                "--threads",
                "6",
                "--rate",
                "40",
                "--every",
                "1s",
                "--settle",
                SETTLE.toMinutes() + "m",
                "--bucket",
                "chaos",
                "--seed",
                Long.toString(seed),
                "--keep",
                "--output",
                "json");
    }

    private void run(Release release, ToolPod soak) throws Exception {
        release.awaitReady(READY, release.replicas());
        await("the soak writes").atMost(READY).until(() -> answered(soak) > 100);
        double wearBefore = relativeDeviationOfErases(release);
        killUntil(release, soak, 0.3);
        rollEverything(release, soak);
        killUntil(release, soak, 0.6);
        scaleServers(release, soak, 2);
        killUntil(release, soak, 0.8);
        scaleServers(release, soak, -2);
        killUntil(release, soak, 1);
        release.awaitReady(READY, release.replicas());
        soak.touch("/tmp/stop");
        int exitCode = soak.exitCode(SETTLE.plus(READY));
        JsonNode result = soak.lastAnswer().orElseThrow();
        report.result("soak", result);
        report.result("deviation of erases over their mean, before", wearBefore);
        report.result("deviation of erases over their mean, after", relativeDeviationOfErases(release));
        verify(release);
        assertThat(result.path("lost").asLong()).as(soak.log()).isZero();
        assertThat(result.path("end").asBoolean()).isTrue();
        assertThat(exitCode).isZero();
        assertThat(report.kills()).isGreaterThanOrEqualTo(killsWanted);
        assertThat(report.midTransition())
                .as("kills in the middle of a transition")
                .isGreaterThanOrEqualTo(killsWanted / 2);
    }

    /** Reads every fragment of every object; a degraded object is reported, an unreadable or damaged one fails. */
    private void verify(Release release) {
        try (ToolPod verify = new ToolPod(
                release,
                "chaos-verify",
                List.of("verify", "--cluster", release.metadataAddress(), "--deep", "--output", "json", "chaos"))) {
            verify.exitCode(SETTLE);
            JsonNode result = verify.lastAnswer().orElseThrow(() -> new AssertionError(verify.log()));
            report.result("verify --deep", result);
            assertThat(result.path("unreadable").asLong()).isZero();
            assertThat(result.path("damaged").asLong()).isZero();
        }
    }

    private void killUntil(Release release, ToolPod soak, double share) {
        while (report.elapsed().toMillis() < atLeast.toMillis() * share || report.kills() < killsWanted * share) {
            assertThat(soak.hasEnded()).as("the soak ended early").isFalse();
            assertThat(soak.lastAnswer().map(it -> it.path("lost").asLong()).orElse(0L))
                    .isZero();
            String component = component();
            long moving = awaitTransition(soak);
            Pod victim = component.equals(Release.BALANCER)
                    ? release.leader().orElseGet(() -> any(release.pods(component)))
                    : any(release.pods(component));
            release.kill(victim);
            report.killed(component, victim.getMetadata().getName(), moving);
            // Nobody promises to survive a third server down; two of the same kind are never down by our hand.
            release.awaitReady(READY, Map.of(component, release.replicas().getOrDefault(component, 1)));
        }
    }

    /** Servers half of the time, then the leader of the balancers, metadata, and what they all lean on. */
    private String component() {
        int chance = random.nextInt(100);
        if (chance < 50) {
            return Release.SERVER;
        } else if (chance < 68) {
            return Release.BALANCER;
        } else if (chance < 84) {
            return Release.METADATA;
        }
        return chance < 92 ? "postgresql" : "zookeeper";
    }

    private Pod any(List<Pod> pods) {
        return pods.get(random.nextInt(pods.size()));
    }

    private long awaitTransition(ToolPod soak) {
        try {
            await().atMost(LONGEST_WAIT_FOR_TRANSITION)
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> inTransition(soak) > 0);
        } catch (ConditionTimeoutException e) {
            return inTransition(soak);
        }
        return inTransition(soak);
    }

    /** Objects in an intermediate state, as the soak saw it in its last second; -1 if it could not tell. */
    private static long inTransition(ToolPod soak) {
        JsonNode states = soak.lastAnswer().map(answer -> answer.path("states")).orElse(null);
        if (states == null || states.isEmpty()) {
            return -1;
        }
        return Arrays.stream(RedundancyState.values())
                .filter(RedundancyState::isIntermediate)
                .mapToLong(state -> states.path(state.name()).asLong())
                .sum();
    }

    private static long answered(ToolPod soak) {
        return soak.lastAnswer()
                .map(answer ->
                        answer.path("puts").asLong() + answer.path("gets").asLong())
                .orElse(0L);
    }

    /** As an upgrade does: every pod is replaced, in the order and at the pace that the chart allows. */
    private void rollEverything(Release release, ToolPod soak) {
        report.event("roll every workload", inTransition(soak));
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
            set.rolling().restart();
            await(component + " rolled")
                    .atMost(READY.multipliedBy(3))
                    .pollInterval(Duration.ofSeconds(1))
                    .ignoreExceptions()
                    .until(() -> {
                        var now = set.get();
                        return now.getStatus().getObservedGeneration()
                                        >= now.getMetadata().getGeneration()
                                && now.getSpec()
                                        .getReplicas()
                                        .equals(now.getStatus().getUpdatedReplicas())
                                && now.getSpec()
                                        .getReplicas()
                                        .equals(now.getStatus().getReadyReplicas());
                    });
        }
        release.awaitReady(READY, release.replicas());
        report.event("rolled", inTransition(soak));
    }

    private void scaleServers(Release release, ToolPod soak, int by) {
        var set = release.client()
                .apps()
                .statefulSets()
                .inNamespace(release.namespace())
                .withName(release.object(Release.SERVER));
        int wanted = set.get().getSpec().getReplicas() + by;
        report.event("scale servers to " + wanted, inTransition(soak));
        set.scale(wanted);
        release.awaitReady(READY, Map.of(Release.SERVER, wanted));
        report.event("scaled to " + wanted, inTransition(soak));
    }

    private static double relativeDeviationOfErases(Release release) {
        double[] erases = release.pods(Release.SERVER).stream()
                .mapToDouble(pod ->
                        release.metric(pod, "chameleon_flash_erases_total").orElse(0.0))
                .toArray();
        double mean = Arrays.stream(erases).average().orElse(0);
        double variance = Arrays.stream(erases)
                .map(each -> (each - mean) * (each - mean))
                .average()
                .orElse(0);
        return mean == 0 ? 0 : Math.sqrt(variance) / mean;
    }
}
