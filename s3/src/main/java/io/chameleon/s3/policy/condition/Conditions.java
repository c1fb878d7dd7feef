package io.chameleon.s3.policy.condition;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.s3.error.S3Exception;
import java.util.List;

/** The element Condition of a statement: the statement counts for a request of which all of it is true. */
public final class Conditions {
    /** A statement without the element. */
    public static final Conditions NONE = new Conditions(List.of());

    private final List<Condition> all;

    Conditions(List<Condition> all) {
        this.all = List.copyOf(all);
    }

    /**
     * Reads the element.
     *
     * @throws S3Exception MalformedPolicy for an operator, a key or a value that is not known
     */
    public static Conditions parse(JsonNode element) {
        return new Conditions(ConditionParser.conditions(element));
    }

    public boolean hold(Facts facts) {
        return all.stream().allMatch(condition -> condition.holds(facts));
    }

    /** Whether some of it is about that. */
    public boolean ask(Subject subject) {
        return all.stream().anyMatch(condition -> condition.key().subject() == subject);
    }

    /** Whether only requests of certain users, or from certain networks, are left. */
    public boolean restrictWho() {
        return all.stream().anyMatch(Condition::restrictsWho);
    }
}
