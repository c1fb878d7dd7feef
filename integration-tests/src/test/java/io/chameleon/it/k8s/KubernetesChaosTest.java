package io.chameleon.it.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.core.testing.Seed;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Kills pods of every role by force for a while, preferably while objects are in transition. Meanwhile it does what
 * operators do: roll, scale, drain, restart the database and ZooKeeper. A node is switched off with everything it runs.
 * A pod writes and verifies all the time, and reads everything back at the end.
 */
@Tag("k8s")
@EnabledIfSystemProperty(
        named = "chameleon.k8s.namespace",
        matches = ".+",
        disabledReason = "no Kubernetes cluster given: integration-tests/k8s/run runs this on any")
class KubernetesChaosTest {
    @RegisterExtension
    static final Seed SEED = Seed.given();

    private static final Duration READY = Duration.ofMinutes(4);
    private static final Duration LONGEST_WAIT_FOR_TRANSITION = Duration.ofSeconds(20);
    private static final Duration SETTLE = Duration.ofMinutes(5);
    /**
     * Deviation of pages written over their mean, at which the alert ChameleonWearUneven would fire if erases had it. A
     * server writes nothing while it is down, so the more often chance kills one, the greater it is.
     */
    private static final double UNEVEN = 0.25;

    private final Duration atLeast = Duration.ofMinutes(Integer.getInteger("chameleon.k8s.minutes", 15));
    /** No kills of pods: only what needs several nodes. */
    private final boolean nodesOnly = Boolean.getBoolean("chameleon.k8s.nodes-only");

    private final int killsWanted = nodesOnly ? 0 : Integer.getInteger("chameleon.k8s.kills", 60);
    private final int rate = Integer.getInteger("chameleon.k8s.rate", 40);
    private final Path file = Path.of(System.getProperty("chameleon.k8s.report", "target/kubernetes-chaos.md"));
    private final Random random = new Random(SEED.value());
    private final Deque<String> nextVictims = new ArrayDeque<>();
    private final ChaosReport report = new ChaosReport(SEED.value());

    @Test
    void podsKilledMidTransition_loseNothing() throws Exception {
        System.out.println("KubernetesChaosTest: " + SEED);
        try (KubernetesClient client = Clients.open()) {
            Release release = new Release(
                    client,
                    System.getProperty("chameleon.k8s.namespace"),
                    System.getProperty("chameleon.k8s.release", "chameleon"));
            try (SoakPod soak = new SoakPod(release, SEED.value(), rate, SETTLE)) {
                run(release, soak);
            } finally {
                report.write(file);
            }
        }
    }

    private void run(Release release, SoakPod soak) throws Exception {
        Maintenance maintenance = new Maintenance(release, soak, report);
        release.awaitReady(READY, release.replicas());
        await("the soak writes").atMost(READY).until(() -> soak.answered() > 100);
        PagesWritten begin = PagesWritten.of(release);
        if (nodesOnly) {
            loseNodes(release, soak, maintenance);
            readEverythingBack(release, soak);
            return;
        }
        killUntil(release, soak, 0.3);
        maintenance.rollEverything();
        killUntil(release, soak, 0.5);
        // Until here all servers are of one age. A new one takes what it gets, and an emptied one writes nothing.
        PagesWritten written = PagesWritten.of(release).since(begin);
        report.result("pages written while servers were only killed and rolled", written.byZone());
        report.result("their deviation over the mean of their zone, at most", written.deviation());
        maintenance.addServers(2);
        maintenance.replaceDevice(release.object(Release.SERVER) + "-3");
        killUntil(release, soak, 0.7);
        loseNodes(release, soak, maintenance);
        maintenance.removeServers(2);
        killUntil(release, soak, 1);
        readEverythingBack(release, soak);
        assertThat(report.kills()).isGreaterThanOrEqualTo(killsWanted);
        assertThat(report.midTransition())
                .as("kills in the middle of a transition")
                .isGreaterThanOrEqualTo(killsWanted / 2);
        assertThat(written.deviation()).as("deviation of pages, %s", written).isLessThan(UNEVEN);
    }

    private void loseNodes(Release release, SoakPod soak, Maintenance maintenance) throws Exception {
        maintenance.partition(any(release.pods(Release.SERVER)));
        maintenance.drainNode();
        new NodeLoss(release, soak, report).loseOne();
    }

    private void readEverythingBack(Release release, SoakPod soak) {
        release.awaitReady(READY, release.replicas());
        int exitCode = soak.stop(SETTLE.plus(READY));
        JsonNode result = soak.result();
        report.result("soak", result);
        verify(release);
        assertThat(result.path("lost").asLong()).as(soak.log()).isZero();
        assertThat(result.path("end").asBoolean()).isTrue();
        assertThat(exitCode).isZero();
    }

    /** Reads every fragment of every object, until repair has restored what was degraded. */
    private void verify(Release release) {
        long end = System.nanoTime() + SETTLE.toNanos();
        JsonNode result;
        do {
            result = verifyOnce(release);
            assertThat(result.path("unreadable").asLong()).as(result.toString()).isZero();
            assertThat(result.path("damaged").asLong()).as(result.toString()).isZero();
        } while (result.path("degraded").asLong() > 0 && System.nanoTime() < end);
        report.result("verify --deep", result);
        assertThat(result.path("degraded").asLong()).as(result.toString()).isZero();
    }

    private static JsonNode verifyOnce(Release release) {
        try (ToolPod verify = new ToolPod(
                release,
                "chaos-verify",
                List.of(
                        "verify",
                        "--cluster",
                        release.metadataAddress(),
                        "--deep",
                        "--output",
                        "json",
                        SoakPod.BUCKET))) {
            verify.exitCode(SETTLE);
            return verify.lastAnswer().orElseThrow(() -> new AssertionError(verify.log()));
        }
    }

    private void killUntil(Release release, SoakPod soak, double share) {
        while (report.elapsed().toMillis() < atLeast.toMillis() * share || report.kills() < killsWanted * share) {
            assertThat(soak.hasEnded()).as("the soak ended early").isFalse();
            assertThat(soak.lost()).isZero();
            String component = component();
            if (release.pods(component).isEmpty()) {
                continue; // an external one
            }
            awaitTransition(soak);
            Pod victim = component.equals(Release.BALANCER)
                    ? release.leader().orElseGet(() -> any(release.pods(component)))
                    : any(release.pods(component));
            long moving = soak.inTransition();
            release.kill(victim);
            report.killed(component, victim.getMetadata().getName(), moving);
            // A third server down is more than the cluster promises to survive; we never take down two of the same
            // kind.
            release.awaitReady(READY, Map.of(component, release.replicas().getOrDefault(component, 1)));
        }
    }

    /**
     * Servers half of the time, then the leader of the balancers, metadata, and the services they depend on: all of
     * them in every dozen.
     */
    private String component() {
        if (nextVictims.isEmpty()) {
            List<String> dozen = new ArrayList<>(Collections.nCopies(6, Release.SERVER));
            dozen.addAll(Collections.nCopies(2, Release.BALANCER));
            dozen.addAll(Collections.nCopies(2, Release.METADATA));
            dozen.addAll(List.of("postgresql", "zookeeper"));
            Collections.shuffle(dozen, random);
            nextVictims.addAll(dozen);
        }
        return nextVictims.pop();
    }

    private Pod any(List<Pod> pods) {
        return pods.get(random.nextInt(pods.size()));
    }

    private static void awaitTransition(SoakPod soak) {
        try {
            await().atMost(LONGEST_WAIT_FOR_TRANSITION)
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> soak.inTransition() > 0);
        } catch (ConditionTimeoutException e) {
            // If so, this kill does not count as one in the middle of a transition.
        }
    }
}
