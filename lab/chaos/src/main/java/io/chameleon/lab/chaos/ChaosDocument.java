package io.chameleon.lab.chaos;

import io.chameleon.lab.chaos.FaultEvent.Kind;
import io.chameleon.lab.chaos.process.Role;
import io.chameleon.lab.common.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The report of a run for people.
 *
 * @param verdict in a sentence or two
 */
record ChaosDocument(ChaosResult result, ChaosFigures figures, String verdict) {
    /** Violations that are listed; chaos.json has all. */
    static final int SHOWN = 50;

    Document make() {
        ChaosConfig config = result.config();
        Document document = new Document("Chaos run")
                .paragraph(verdict)
                .table(List.of("run with", ""), rows(figures.conditions()))
                .table(List.of("measured", ""), rows(figures.measured()));
        if (!result.isClean()) {
            document.heading(2, "Violations");
            result.violations().stream().limit(SHOWN).forEach(line -> document.paragraph("`" + line + "`"));
            if (result.violations().size() > SHOWN) {
                document.paragraph("and " + (result.violations().size() - SHOWN) + " more in chaos.json");
            }
        }
        return document.heading(2, "Operations")
                .paragraph(
                        "Operations are acknowledged when the store tells their outcome. A window is a time of more than a"
                                + " second without any acknowledged operation of that kind, of any client.")
                .table(
                        List.of(
                                "",
                                "acknowledged",
                                "p50 ms",
                                "p99 ms",
                                "p99.9 ms",
                                "longest ms",
                                "windows",
                                "longest window s"),
                        List.of(row("reads", result.reads()), row("writes", result.writes())))
                .picture("operations.png", "Acknowledged operations per second, means over 5 s")
                .heading(2, "Faults")
                .paragraph(
                        "Mid-transition: objects were in an intermediate state, or a plan of the balancer was half applied,"
                                + " when the process was killed. Back: until the process took requests again, time away included.")
                .table(
                        List.of("killed", "kills", "mid-transition", "as leader", "back, median s", "back, longest s"),
                        killRows())
                .table(List.of("paused (SIGSTOP)", "pauses"), counts(Kind.PAUSE, FaultEvent::roleLabel))
                .table(List.of("between processes", "times"), counts(Kind.LINK, FaultEvent::detail))
                .table(List.of("disaster", "times"), counts(Kind.DISASTER, FaultEvent::detail))
                .table(
                        List.of("bucket moved to another database", "times"),
                        counts(Kind.MOVE, move -> move.target() + ": " + move.detail()))
                .paragraph(
                        "Every fault with its time is in events.csv, every operation in history.csv.gz. Again: `chameleon chaos --seed "
                                + config.seed() + "`; the same choices are made, the machine's timing differs.");
    }

    private static List<List<String>> rows(Map<String, Object> values) {
        return values.entrySet().stream()
                .map(entry -> List.of(entry.getKey().replace('_', ' '), String.valueOf(entry.getValue())))
                .toList();
    }

    private static List<String> row(String name, Timeline line) {
        List<String> row = new ArrayList<>(List.of(name, Long.toString(line.count())));
        DoubleStream.of(0.5, 0.99, 0.999, 1)
                .mapToObj(quantile ->
                        line.count() == 0 ? "-" : String.format(Locale.ROOT, "%.1f", line.latencyMillis(quantile)))
                .forEach(row::add);
        row.add(Integer.toString(line.away().size()));
        row.add(String.format(Locale.ROOT, "%.1f", line.longestAway() / 1e9));
        return row;
    }

    private List<List<String>> killRows() {
        List<List<String>> rows = new ArrayList<>();
        for (Role role : Role.values()) {
            List<FaultEvent> kills = result.events(Kind.KILL).stream()
                    .filter(event -> event.role() == role)
                    .toList();
            if (!kills.isEmpty()) {
                long[] back =
                        kills.stream().mapToLong(FaultEvent::tookNanos).sorted().toArray();
                rows.add(List.of(
                        role.label(),
                        Integer.toString(kills.size()),
                        Long.toString(kills.stream()
                                .filter(FaultEvent::isMidTransition)
                                .count()),
                        Long.toString(kills.stream().filter(FaultEvent::leader).count()),
                        String.format(Locale.ROOT, "%.1f", back[back.length / 2] / 1e9),
                        String.format(Locale.ROOT, "%.1f", back[back.length - 1] / 1e9)));
            }
        }
        return rows;
    }

    private List<List<String>> counts(Kind kind, Function<FaultEvent, String> by) {
        return new TreeMap<>(result.events(kind).stream().collect(Collectors.groupingBy(by, Collectors.counting())))
                .entrySet().stream()
                        .map(entry -> List.of(entry.getKey(), entry.getValue().toString()))
                        .toList();
    }
}
