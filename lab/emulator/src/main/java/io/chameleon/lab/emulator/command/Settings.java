package io.chameleon.lab.emulator.command;

import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.choice.PolicyKnobs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Policy parameters from the command line: {@code policy.NAME=VALUE}. */
public final class Settings {
    private static final String PREFIX = "policy.";

    private Settings() {}

    /** Parameters that hold for every run. */
    static Map<String, String> fixed(List<String> settings) {
        Map<String, String> fixed = new LinkedHashMap<>();
        for (String setting : settings) {
            fixed.put(knob("--set", setting), setting.substring(setting.indexOf('=') + 1));
        }
        return fixed;
    }

    /** The parameter of such a text. */
    static String knob(String option, String text) {
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
