package io.chameleon.lab.emulator.command;

import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.choice.PolicyKnobs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Policy parameters from the command line: {@code policy.NAME=VALUE}, and {@code policy.NAME=VALUE,VALUE,...} to try
 * each.
 */
public final class Settings {
    private static final String PREFIX = "policy.";

    private Settings() {}

    /**
     * All combinations of the sweeps' values, each with its name and value by parameter; one empty combination without
     * sweeps.
     *
     * @throws IllegalArgumentException if a sweep is not of that form
     */
    static List<Map<String, String>> combinations(List<String> sweeps) {
        List<Map<String, String>> combinations = new ArrayList<>(List.of(Map.of()));
        for (String sweep : sweeps) {
            String knob = knob("--sweep", sweep);
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

    /** Parameters that hold for every run. */
    static Map<String, String> fixed(List<String> settings) {
        Map<String, String> fixed = new LinkedHashMap<>();
        for (String setting : settings) {
            fixed.put(knob("--set", setting), setting.substring(setting.indexOf('=') + 1));
        }
        return fixed;
    }

    private static String knob(String option, String text) {
        int equals = text.indexOf('=');
        Require.that(
                text.startsWith(PREFIX) && equals > PREFIX.length() && equals < text.length() - 1,
                option,
                text,
                "policy.NAME=VALUE, such as policy.sigma-hcds=0.01");
        return text.substring(PREFIX.length(), equals);
    }

    /**
     * The defaults, for {@code chameleon} those for a cluster whose objects start as {@code initial}, with these
     * parameters set.
     *
     * @throws IllegalArgumentException if there is no such parameter or it does not take the value
     */
    public static PolicyConfig config(RedundancyPolicy initial, Map<String, String> knobs) {
        return PolicyKnobs.set(PolicyConfig.faithful(initial), knobs);
    }
}
