package io.chameleon.policy.draft;

import io.chameleon.policy.Candidate;
import org.jspecify.annotations.Nullable;

/** The rules on which policies differ about waiting intents; {@link IntentReview} calls them. */
public interface IntentRules {
    /** Why the object should stay where it is, as its redundancy suits its heat again; null if it should not. */
    @Nullable
    String overtaken(Candidate object);

    /**
     * Whether to carry out in bulk an intent that has waited so long for a write; if so, its cost is spent. Called only
     * if the state allows it.
     */
    boolean copy(Candidate object);
}
