package io.chameleon.lab.emulator.command;

import io.chameleon.cli.output.TextTable;
import io.chameleon.lab.emulator.workload.SyntheticWorkloads;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answer of {@code emulate --list}: every synthetic workload, and whether it is held out. */
final class WorkloadList {
    private static final String LEGEND =
            "HELD OUT: no constant of a policy was chosen on it, nor may be. Use such workloads to judge a policy, not to tune it.";

    private WorkloadList() {}

    static Map<String, Object> json() {
        List<Map<String, Object>> workloads = SyntheticWorkloads.names().stream()
                .map(name -> {
                    Map<String, Object> one = new LinkedHashMap<>();
                    one.put("name", name);
                    one.put("held_out", isHeldOut(name));
                    one.put("about", SyntheticWorkloads.about(name));
                    return one;
                })
                .toList();
        return Map.of("workloads", workloads);
    }

    static String text() {
        TextTable table = new TextTable("NAME", "HELD OUT", "WHAT");
        SyntheticWorkloads.names()
                .forEach(name -> table.row(name, isHeldOut(name) ? "yes" : "no", SyntheticWorkloads.about(name)));
        return table + "\n\n" + LEGEND;
    }

    private static boolean isHeldOut(String name) {
        return SyntheticWorkloads.heldOut().contains(name);
    }
}
