package io.chameleon.lab.emulator.command;

import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.choice.WearPolicies;
import io.chameleon.policy.rival.NonePolicy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is compared: a wear policy, and the initial state of objects.
 *
 * @param name as asked for
 * @param policy see {@link WearPolicies}
 * @param initial redundancy at the start
 */
public record Scheme(String name, String policy, RedundancyPolicy initial) {
    /** The paper's baselines (Chameleon, Table IV) determine the initial state of objects themselves. */
    private static final Map<String, Baseline> BASELINES = Map.of(
            "rep", new Baseline(NonePolicy.NAME, RedundancyPolicy.REP),
            "ec", new Baseline(NonePolicy.NAME, RedundancyPolicy.EC),
            "rep-ec", new Baseline("rep-ec", RedundancyPolicy.REP));

    private record Baseline(String policy, RedundancyPolicy initial) {}

    /**
     * The scheme called {@code name}; one that may start on either starts on {@code initial}.
     *
     * @throws IllegalArgumentException if there is no such policy
     */
    static Scheme asked(String name, RedundancyPolicy initial) {
        Scheme scheme = of(name, initial);
        requirePolicy(scheme);
        return scheme;
    }

    /** As above; a policy that does not exist is noticed when it runs. */
    public static Scheme of(String name, RedundancyPolicy initial) {
        @Nullable Baseline baseline = BASELINES.get(name);
        return baseline == null
                ? new Scheme(name, name, initial)
                : new Scheme(name, baseline.policy(), baseline.initial());
    }

    private static void requirePolicy(Scheme scheme) {
        try {
            WearPolicies.byName(scheme.policy(), PolicyConfig.defaults());
        } catch (IllegalArgumentException e) {
            Require.that(false, "--scheme", scheme.name(), "rep, ec, rep-ec or a wear policy (" + e.getMessage() + ")");
        }
    }

    /** Whether it does no balancing: others are compared with it. */
    public boolean isBaseline() {
        return policy.equals(NonePolicy.NAME);
    }
}
