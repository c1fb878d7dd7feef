package io.chameleon.policy.choice;

import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.WearPolicy;
import io.chameleon.policy.chameleon.ChameleonPolicy;
import io.chameleon.policy.predictive.PredictivePolicy;
import io.chameleon.policy.rival.CmtPolicy;
import io.chameleon.policy.rival.EdmPolicy;
import io.chameleon.policy.rival.NonePolicy;
import io.chameleon.policy.rival.RepEcPolicy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The policies by name. */
public final class WearPolicies {
    private static final Map<String, Function<PolicyConfig, WearPolicy>> BY_NAME = new TreeMap<>(Map.of(
            NonePolicy.NAME, NonePolicy::new,
            ChameleonPolicy.NAME, ChameleonPolicy::new,
            EdmPolicy.HDF, EdmPolicy::hotFirst,
            EdmPolicy.CDF, EdmPolicy::coldFirst,
            CmtPolicy.NAME, CmtPolicy::new,
            RepEcPolicy.NAME, RepEcPolicy::new,
            PredictivePolicy.NAME, PredictivePolicy::new));

    private WearPolicies() {}

    /** The known names, in order. */
    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /**
     * Creates the policy called {@code name}.
     *
     * @throws IllegalArgumentException if there is none, with the known names
     */
    public static WearPolicy byName(String name, PolicyConfig config) {
        Function<PolicyConfig, WearPolicy> policy = BY_NAME.get(name);
        if (policy == null) {
            throw new IllegalArgumentException(
                    "wear policy: '" + name + "' given, expected one of " + String.join(", ", names()));
        }
        return policy.apply(config);
    }
}
