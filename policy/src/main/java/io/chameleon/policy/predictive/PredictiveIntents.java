package io.chameleon.policy.predictive;

import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.draft.IntentRules;
import io.chameleon.policy.draft.Reasons;
import io.chameleon.policy.ledger.Intents;
import io.chameleon.policy.ledger.WearLedger;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@code predictive}. An upgrade is withdrawn once the object is no longer worth replicas. A waiting
 * change to a stripe that no client writes is copied in bulk within the budget, as that saves space wherever it goes. A
 * move that no client wrote is cold by now and lapses, unless it takes data from a full server: it would even out
 * nothing, and its copy would wear flash.
 */
final class PredictiveIntents implements IntentRules {
    private final ReplicaChoice choice;
    private final BulkBudget bulk;
    private final WearLedger ledger;

    PredictiveIntents(ReplicaChoice choice, BulkBudget bulk, WearLedger ledger) {
        this.choice = choice;
        this.bulk = bulk;
        this.ledger = ledger;
    }

    @Override
    public @Nullable String overtaken(Candidate object) {
        if (object.state() == RedundancyState.LATE_REP && !choice.isWorthReplicas(object)) {
            return "no longer worth replicas: heat " + Reasons.number(object.heat());
        }
        if (object.state() == RedundancyState.LATE_EC && choice.isWorthReplicas(object)) {
            return "worth replicas again: heat " + Reasons.number(object.heat()); // reading 11, the mirror case
        }
        return null;
    }

    @Override
    public boolean copy(Candidate object) {
        return (Intents.isRecoded(object) || relievesFullServer(object)) && bulk.spend(ledger.pagesToCopy(object));
    }

    private boolean relievesFullServer(Candidate object) {
        return object.live().servers().stream()
                .anyMatch(server -> !object.next().servers().contains(server)
                        && ledger.isWritable(server)
                        && ledger.fill(server) >= ledger.maxFill());
    }
}
