package io.chameleon.policy.draft;

import io.chameleon.policy.Candidate;
import org.jspecify.annotations.Nullable;

/** Where policies differ about intents that wait for a write; {@link IntentReview} asks. */
public interface IntentRules {
    /** Why the object should stay where it lives after all, as its redundancy is right for its heat again; null if it should not. */
    @Nullable
    String overtaken(Candidate object);

    /**
     * Whether to carry the intent out in bulk now that nobody wrote the object for so long; if so, what that costs is spent.
     * Only asked where the state allows it.
     */
    boolean copy(Candidate object);
}
