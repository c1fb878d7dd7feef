package io.chameleon.it.k8s;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.core.redundancy.RedundancyState;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A pod that writes, reads and checks all the time, until it is told to read everything back. */
final class SoakPod implements AutoCloseable {
    static final String BUCKET = "chaos";
    private static final String STOP_FILE = "/tmp/stop";

    private static final int STARTS = 5;
    private static final Duration FIRST_ANSWER = Duration.ofMinutes(2);

    private ToolPod pod;

    /**
     * Returns after its first output. A pod that finds no metadata service in time, on a busy machine, is restarted.
     *
     * @param rate operations a second
     */
    SoakPod(Release release, long seed, int rate, Duration settle) {
        pod = started(release, seed, rate, settle);
        for (int starts = 1; !hasSpoken(); starts++) {
            if (starts == STARTS) {
                throw new AssertionError("the soak does not start: " + pod.log());
            }
            System.out.println("the soak is started again: " + pod.log());
            pod = started(release, seed, rate, settle);
        }
    }

    private boolean hasSpoken() {
        await("the soak says something")
                .atMost(FIRST_ANSWER)
                .ignoreExceptions()
                .until(() -> pod.hasEnded() || pod.lastAnswer().isPresent());
        return !pod.hasEnded();
    }

    private static ToolPod started(Release release, long seed, int rate, Duration settle) {
        return new ToolPod(
                release,
                "chaos-soak",
                List.of(
                        "soak",
                        "--cluster",
                        release.metadataAddress(),
                        "--duration",
                        "12h",
                        "--stop-file",
                        STOP_FILE,
                        "--objects",
                        "300",
                        "--max-bytes",
                        "96KiB",
                        "--threads",
                        "6",
                        "--rate",
                        Integer.toString(rate),
                        "--every",
                        "1s",
                        "--settle",
                        settle.toSeconds() + "s",
                        "--bucket",
                        BUCKET,
                        "--seed",
                        Long.toString(seed),
                        "--keep",
                        "--output",
                        "json"));
    }

    /** Objects in an intermediate state, as the soak saw it in its last second; -1 if unknown. */
    long inTransition() {
        JsonNode states = pod.lastAnswer().map(answer -> answer.path("states")).orElse(null);
        if (states == null || states.isEmpty()) {
            return -1;
        }
        return Arrays.stream(RedundancyState.values())
                .filter(RedundancyState::isIntermediate)
                .mapToLong(state -> states.path(state.name()).asLong())
                .sum();
    }

    /** Reads and writes that were answered so far. */
    long answered() {
        return pod.lastAnswer()
                .map(answer ->
                        answer.path("puts").asLong() + answer.path("gets").asLong())
                .orElse(0L);
    }

    long lost() {
        return pod.lastAnswer().map(answer -> answer.path("lost").asLong()).orElse(0L);
    }

    /** The node that it runs on. */
    String node() {
        return pod.node();
    }

    boolean hasEnded() {
        return pod.hasEnded();
    }

    String log() {
        return pod.log();
    }

    /** Tells it to read everything back. Returns its exit code. */
    int stop(Duration limit) {
        pod.run("touch", STOP_FILE);
        return pod.exitCode(limit);
    }

    JsonNode result() {
        return pod.lastAnswer().orElseThrow(() -> new AssertionError(pod.log()));
    }

    @Override
    public void close() {
        pod.close();
    }
}
