package io.chameleon.it.k8s;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was done to the cluster, and the results, as a page of Markdown. */
final class ChaosReport {
    /**
     * @param inTransition objects in an intermediate state at that moment; -1 if unknown
     */
    private record Event(Instant at, String what, long inTransition) {}

    private final Instant begin = Instant.now();
    private final long seed;
    private final List<Event> events = new ArrayList<>();
    private final Map<String, Integer> kills = new LinkedHashMap<>();
    private final Map<String, Object> results = new LinkedHashMap<>();
    private int midTransition;

    ChaosReport(long seed) {
        this.seed = seed;
    }

    void event(String what, long inTransition) {
        events.add(new Event(Instant.now(), what, inTransition));
        System.out.println("chaos: " + elapsed().toSeconds() + " s  " + what + "  in transition: " + inTransition);
    }

    void killed(String component, String pod, long inTransition) {
        event("kill " + pod, inTransition);
        kills.merge(component, 1, Integer::sum);
        if (inTransition > 0) {
            midTransition++;
        }
    }

    void result(String name, Object value) {
        results.put(name, value instanceof Double number ? String.format(Locale.ROOT, "%.3f", number) : value);
    }

    Duration elapsed() {
        return Duration.between(begin, Instant.now());
    }

    int kills() {
        return kills.values().stream().mapToInt(Integer::intValue).sum();
    }

    int midTransition() {
        return midTransition;
    }

    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder("# Chaos on Kubernetes\n\n");
        text.append("Seed ")
                .append(seed)
                .append(", ")
                .append(elapsed().toSeconds())
                .append(" s, ")
                .append(kills())
                .append(" pods killed by force, ")
                .append(midTransition)
                .append(" of them while objects were in transition.\n\n| what | result |\n| --- | --- |\n");
        kills.forEach((component, count) -> text.append("| kills: ")
                .append(component)
                .append(" | ")
                .append(count)
                .append(" |\n"));
        results.forEach((name, value) ->
                text.append("| ").append(name).append(" | ").append(value).append(" |\n"));
        text.append("\n| second | event | objects in transition |\n| --- | --- | --- |\n");
        events.forEach(event -> text.append("| ")
                .append(Duration.between(begin, event.at()).toSeconds())
                .append(" | ")
                .append(event.what())
                .append(" | ")
                .append(event.inTransition() < 0 ? "unknown" : event.inTransition())
                .append(" |\n"));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }
}
