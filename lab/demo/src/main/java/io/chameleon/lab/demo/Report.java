package io.chameleon.lab.demo;

import io.chameleon.cli.output.TextTable;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.chameleon.ChameleonPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The passes side by side, for people and for scripts.
 *
 * @param none without balancing
 * @param balanced a pass for each policy, at least one
 */
record Report(PassResult none, List<PassResult> balanced) {
    List<PassResult> passes() {
        return Stream.concat(Stream.of(none), balanced.stream()).toList();
    }

    long lost() {
        return passes().stream().mapToLong(PassResult::lost).sum();
    }

    long verified() {
        return passes().stream().mapToLong(PassResult::verified).sum();
    }

    private long unacknowledged() {
        return passes().stream().mapToLong(PassResult::unacknowledged).sum();
    }

    /** {@code policies} has every pass but {@code none}, by name; {@code chameleon} is there if that policy ran. */
    Map<String, Object> json() {
        Map<String, Object> policies = new LinkedHashMap<>();
        balanced.forEach(pass -> policies.put(pass.policy(), json(pass)));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("none", json(none));
        Object chameleon = policies.get(ChameleonPolicy.NAME);
        if (chameleon != null) {
            json.put(ChameleonPolicy.NAME, chameleon);
        }
        json.put("policies", policies);
        json.put("objects_verified", verified());
        json.put("lost", lost());
        return json;
    }

    private static Map<String, Object> json(PassResult pass) {
        Map<String, Object> latency = new LinkedHashMap<>();
        latency.put("mean", pass.meanLatencyMicros());
        latency.put("p99", pass.p99LatencyMicros());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("policy", pass.policy());
        json.put("sigma", pass.sigma());
        json.put("cv", pass.cv());
        json.put("erases", pass.erases());
        json.put("write_amplification", pass.writeAmplification());
        json.put("write_latency_us", latency);
        json.put("objects_verified", pass.verified());
        json.put("lost", pass.lost());
        json.put("unacknowledged", pass.unacknowledged());
        json.put("seconds", pass.seconds());
        json.put(
                "erases_by_server",
                pass.wear().stream()
                        .collect(Collectors.toMap(
                                report -> report.server().value(),
                                report -> report.erases(),
                                (a, b) -> a,
                                LinkedHashMap::new)));
        json.put(
                "epochs",
                pass.epochs().stream()
                        .map(epoch -> Map.of("sigma", epoch.sigma(), "states", epoch.states()))
                        .toList());
        return json;
    }

    String text() {
        List<String> head = new ArrayList<>(List.of("", none.policy()));
        balanced.forEach(pass -> head.addAll(List.of(pass.policy(), "change")));
        TextTable table = new TextTable(head.toArray(String[]::new));
        row(table, "sigma of erases", PassResult::sigma, 1);
        row(table, "CV of erases", PassResult::cv, 4);
        row(table, "total erases", PassResult::erases, 0);
        row(table, "write amplification", PassResult::writeAmplification, 3);
        row(table, "page write, mean us", PassResult::meanLatencyMicros, 1);
        row(table, "page write, p99 us", PassResult::p99LatencyMicros, 1);
        String states = balanced.stream().map(Report::states).collect(Collectors.joining("\n\n"));
        return table + "\n\n" + states + "\n\n" + verdict();
    }

    private void row(TextTable table, String name, ToDoubleFunction<PassResult> figure, int digits) {
        String format = "%." + digits + "f";
        double before = figure.applyAsDouble(none);
        List<Object> cells = new ArrayList<>(List.of(name, String.format(Locale.ROOT, format, before)));
        for (PassResult pass : balanced) {
            double after = figure.applyAsDouble(pass);
            cells.add(String.format(Locale.ROOT, format, after));
            cells.add(before == 0 ? "-" : String.format(Locale.ROOT, "%+.1f %%", (after / before - 1) * 100));
        }
        table.row(cells.toArray());
    }

    /** Objects per state under a policy: about ten epochs, evenly spaced, and the last. */
    private static String states(PassResult pass) {
        TextTable table = new TextTable("epoch", "sigma", "REP", "EC", "LATE_REP", "LATE_EC", "REP_EWO", "EC_EWO");
        int count = pass.epochs().size();
        int step = Math.max(1, Math.ceilDiv(count, 10));
        for (int i = 0; i < count; i++) {
            if (i % step == 0 || i == count - 1) {
                PassResult.Epoch epoch = pass.epochs().get(i);
                table.row(
                        i + 1,
                        String.format(Locale.ROOT, "%.1f", epoch.sigma()),
                        objects(epoch, RedundancyState.REP),
                        objects(epoch, RedundancyState.EC),
                        objects(epoch, RedundancyState.LATE_REP),
                        objects(epoch, RedundancyState.LATE_EC),
                        objects(epoch, RedundancyState.REP_EWO),
                        objects(epoch, RedundancyState.EC_EWO));
            }
        }
        return "objects per redundancy state under " + pass.policy() + "\n" + table;
    }

    private static long objects(PassResult.Epoch epoch, RedundancyState state) {
        return epoch.states().getOrDefault(state, 0L);
    }

    private String verdict() {
        String unsure =
                unacknowledged() == 0 ? "" : " (" + unacknowledged() + " writes failed and were not acknowledged)";
        return lost() == 0
                ? "all " + verified() + " acknowledged objects were read back byte for byte" + unsure
                : "LOST: " + lost() + " acknowledged objects could not be read back" + unsure;
    }
}
