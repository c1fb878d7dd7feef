package io.chameleon.policy.choice;

import io.chameleon.core.Require;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.PolicyConfigBuilder;
import io.chameleon.policy.draft.Reasons;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A named parameter of the wear policies, described for settings, sweeps and documents.
 *
 * @param name in kebab case, {@code sigma-hcds}
 * @param unit unit of a value, for people: {@code count}, {@code number}, {@code true or false}
 * @param standard its default, as text
 * @param description one line
 * @param setter sets it from text; an {@link IllegalArgumentException} in one line if the text is invalid
 */
public record PolicyKnob(
        String name, String unit, String standard, String description, BiConsumer<PolicyConfigBuilder, String> setter) {

    static PolicyKnob number(
            String name,
            String description,
            Function<PolicyConfig, Double> value,
            BiConsumer<PolicyConfigBuilder, Double> set) {
        return new PolicyKnob(
                name, "number", Reasons.exact(value.apply(PolicyConfig.defaults())), description, (builder, text) -> {
                    Require.that(text.matches("-?\\d{1,18}(\\.\\d{1,18})?"), name, text, "a number such as 0.05");
                    set.accept(builder, Double.valueOf(text));
                });
    }

    static PolicyKnob count(
            String name,
            String description,
            Function<PolicyConfig, Integer> value,
            BiConsumer<PolicyConfigBuilder, Integer> set) {
        return new PolicyKnob(
                name, "count", value.apply(PolicyConfig.defaults()).toString(), description, (builder, text) -> {
                    Require.that(text.matches("-?\\d{1,9}"), name, text, "a whole number of at most 9 digits");
                    set.accept(builder, Integer.valueOf(text));
                });
    }

    static PolicyKnob flag(
            String name,
            String description,
            Function<PolicyConfig, Boolean> value,
            BiConsumer<PolicyConfigBuilder, Boolean> set) {
        return new PolicyKnob(
                name,
                "true or false",
                value.apply(PolicyConfig.defaults()).toString(),
                description,
                (builder, text) -> {
                    Require.that(text.equals("true") || text.equals("false"), name, text, "true or false");
                    set.accept(builder, Boolean.valueOf(text));
                });
    }
}
