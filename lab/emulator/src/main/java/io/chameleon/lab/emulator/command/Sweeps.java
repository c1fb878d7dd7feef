package io.chameleon.lab.emulator.command;

import io.chameleon.core.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Policy parameters of which several values are tried: {@code policy.NAME=VALUE,VALUE,...}. */
final class Sweeps {
    private Sweeps() {}

    /**
     * All combinations of the sweeps' values, each with its name and value by parameter; one empty combination without
     * sweeps.
     *
     * @throws IllegalArgumentException if a sweep is not of that form
     */
    static List<Map<String, String>> combinations(List<String> sweeps) {
        List<Map<String, String>> combinations = new ArrayList<>(List.of(Map.of()));
        for (String sweep : sweeps) {
            String knob = Settings.knob("--sweep", sweep);
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> combination : combinations) {
                for (String value : values(sweep)) {
                    Map<String, String> with = new LinkedHashMap<>(combination);
                    with.put(knob, value);
                    longer.add(with);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    private static List<String> values(String sweep) {
        List<String> values =
                Arrays.asList(sweep.substring(sweep.indexOf('=') + 1).split(",", -1));
        Require.that(
                values.stream().noneMatch(String::isBlank),
                "--sweep",
                sweep,
                "policy.NAME=VALUE,VALUE,... without gaps");
        return values;
    }
}
