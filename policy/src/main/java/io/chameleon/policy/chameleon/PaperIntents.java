package io.chameleon.policy.chameleon;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.draft.IntentRules;
import io.chameleon.policy.draft.Reasons;
import io.chameleon.policy.ledger.Intents;
import org.jspecify.annotations.Nullable;

/**
 * The paper's rules: heat that crosses ℓ_hot withdraws a late change (Fig. 3, "Compaction"; reading 11), and unwritten
 * intents are copied in bulk (III-B2, end), at most {@code coldMigrationFragments} fragments at a time.
 */
final class PaperIntents implements IntentRules {
    private final PolicyConfig config;
    private long fragmentsLeft;

    PaperIntents(PolicyConfig config) {
        this.config = config;
        this.fragmentsLeft = config.coldMigrationFragments();
    }

    @Override
    public @Nullable String overtaken(Candidate object) {
        boolean hot = object.heat() >= config.heatHot(); // reading 8
        String heat = Reasons.number(object.heat());
        String threshold = Reasons.number(config.heatHot());
        if (object.state() == RedundancyState.LATE_REP && !hot) {
            return "cooled before its next write: heat " + heat + " < " + threshold;
        }
        if (object.state() == RedundancyState.LATE_EC && hot) {
            return "heated before its next write: heat " + heat + " >= " + threshold;
        }
        return null;
    }

    @Override
    public boolean copy(Candidate object) {
        long fragments = Intents.fragmentsToCopy(object);
        if (fragments > fragmentsLeft) {
            return false;
        }
        fragmentsLeft -= fragments;
        return true;
    }
}
