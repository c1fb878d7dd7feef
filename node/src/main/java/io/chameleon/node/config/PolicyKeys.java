package io.chameleon.node.config;

import io.chameleon.balancer.BalancerConfig;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.PolicyConfigBuilder;
import io.chameleon.policy.choice.PolicyKnob;
import io.chameleon.policy.choice.PolicyKnobs;
import io.chameleon.policy.choice.WearPolicies;
import java.util.LinkedHashMap;
import java.util.Map;

/** The settings of a balancer's policy. */
final class PolicyKeys {
    private static final String PREFIX = "balancer.";
    private static final PolicyConfig STANDARD = PolicyConfig.defaults();

    static final Key<String> POLICY = new Key<>(
            "balancer.policy",
            "text",
            BalancerConfig.defaults().policy(),
            "wear policy: " + String.join(", ", WearPolicies.names()),
            PolicyKeys::knownPolicy);
    /** The policy's parameters, each under {@code balancer.} and its name. */
    static final Map<PolicyKnob, Key<String>> KNOBS = knobs();

    private PolicyKeys() {}

    private static String knownPolicy(String name) {
        WearPolicies.byName(name, STANDARD);
        return name;
    }

    private static Map<PolicyKnob, Key<String>> knobs() {
        Map<PolicyKnob, Key<String>> keys = new LinkedHashMap<>();
        for (PolicyKnob knob : PolicyKnobs.all()) {
            keys.put(knob, new Key<>(PREFIX + knob.name(), knob.unit(), knob.standard(), knob.description(), text -> {
                knob.setter().accept(STANDARD.with(), text);
                return text;
            }));
        }
        return keys;
    }

    static PolicyConfig policy(Settings settings) {
        PolicyConfigBuilder policy = STANDARD.with();
        KNOBS.forEach((knob, key) -> knob.setter().accept(policy, settings.get(key)));
        try {
            return policy.build();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(inKeys(String.valueOf(e.getMessage())), e);
        }
    }

    /** A policy names its parameters, the user their keys. */
    private static String inKeys(String message) {
        String text = message;
        for (PolicyKnob knob : KNOBS.keySet()) {
            text = text.replaceAll("(?<![\\w.-])" + knob.name() + "(?![\\w-])", PREFIX + knob.name());
        }
        return text;
    }
}
