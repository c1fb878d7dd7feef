package io.chameleon.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the tasks with docs/operate/balancer.md. */
class BalancerTaskTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "operate", "balancer.md");

    private static List<String> labels() {
        return Arrays.stream(BalancerTask.values()).map(BalancerTask::label).toList();
    }

    /** The first cell of each row below a heading, without the header row. */
    private static List<String> documented(String heading) throws IOException {
        return Files.readAllLines(DOCUMENT).stream()
                .dropWhile(line -> !line.equals("## " + heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("`")[1])
                .toList();
    }

    @Test
    void everyTask_isInTheDocumentedTable() throws IOException {
        assertThat(documented("Tasks")).containsExactlyInAnyOrderElementsOf(labels());
    }

    @Test
    void failuresOfEveryTask_areCountedFromTheStart() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        BalancerMetrics unused = new BalancerMetrics(registry, () -> false, () -> 0);
        assertThat(registry.get("chameleon_balancer_failures_total").counters())
                .allSatisfy(counter -> assertThat(counter.count()).isZero())
                .extracting((Counter counter) -> counter.getId().getTag("task"))
                .containsExactlyInAnyOrderElementsOf(labels());
    }
}
