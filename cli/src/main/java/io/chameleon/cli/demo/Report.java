package io.chameleon.cli.demo;

import io.chameleon.cli.output.TextTable;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Both passes side by side, for people and for scripts. */
record Report(PassResult none, PassResult chameleon) {
    long lost() {
        return none.lost() + chameleon.lost();
    }

    long verified() {
        return none.verified() + chameleon.verified();
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("none", json(none));
        json.put("chameleon", json(chameleon));
        json.put("objects_verified", verified());
        json.put("lost", lost());
        return json;
    }

    private static Map<String, Object> json(PassResult pass) {
        Map<String, Object> latency = new LinkedHashMap<>();
        latency.put("mean", pass.meanLatencyMicros());
        latency.put("p99", pass.p99LatencyMicros());
        Map<String, Object> json = new LinkedHashMap<>();
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
        TextTable table = new TextTable("", DemoConfig.BASELINE, DemoConfig.BALANCED, "change");
        row(table, "sigma of erases", none.sigma(), chameleon.sigma(), 1);
        row(table, "CV of erases", none.cv(), chameleon.cv(), 4);
        row(table, "total erases", none.erases(), chameleon.erases(), 0);
        row(table, "write amplification", none.writeAmplification(), chameleon.writeAmplification(), 3);
        row(table, "page write, mean us", none.meanLatencyMicros(), chameleon.meanLatencyMicros(), 1);
        row(table, "page write, p99 us", none.p99LatencyMicros(), chameleon.p99LatencyMicros(), 1);
        return table + "\n\n" + states() + "\n\n" + verdict();
    }

    private static void row(TextTable table, String name, double before, double after, int digits) {
        String format = "%." + digits + "f";
        table.row(
                name,
                String.format(Locale.ROOT, format, before),
                String.format(Locale.ROOT, format, after),
                before == 0 ? "-" : String.format(Locale.ROOT, "%+.1f %%", (after / before - 1) * 100));
    }

    /** Objects per state under the balanced pass: about ten epochs, evenly spaced, and the last. */
    private String states() {
        TextTable table = new TextTable("epoch", "sigma", "REP", "EC", "LATE_REP", "LATE_EC", "REP_EWO", "EC_EWO");
        int count = chameleon.epochs().size();
        int step = Math.max(1, count / 10);
        for (int i = 0; i < count; i++) {
            if (i % step == 0 || i == count - 1) {
                PassResult.Epoch epoch = chameleon.epochs().get(i);
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
        return "objects per redundancy state with balancing\n" + table;
    }

    private static long objects(PassResult.Epoch epoch, RedundancyState state) {
        return epoch.states().getOrDefault(state, 0L);
    }

    private String verdict() {
        String unsure = none.unacknowledged() + chameleon.unacknowledged() == 0
                ? ""
                : " (" + (none.unacknowledged() + chameleon.unacknowledged())
                        + " writes failed and were not acknowledged)";
        return lost() == 0
                ? "all " + verified() + " acknowledged objects were read back byte for byte" + unsure
                : "LOST: " + lost() + " acknowledged objects could not be read back" + unsure;
    }
}
