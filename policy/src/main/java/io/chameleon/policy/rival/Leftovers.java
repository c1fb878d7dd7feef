package io.chameleon.policy.rival;

import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.Intents;

/**
 * Unfinished work of earlier plans, for policies that move data at once: a failed copy, or intents of a previous
 * policy. Swaps are copied now, or withdrawn if a destination no longer takes writes; changes of redundancy are
 * withdrawn.
 */
final class Leftovers {
    private final PlanDraft draft;

    Leftovers(PlanDraft draft) {
        this.draft = draft;
    }

    void settle(ClusterSnapshot snapshot) {
        for (Candidate object : snapshot.objects()) {
            if (object.state().isIntermediate() && draft.isFree(object)) {
                settle(object);
            }
        }
    }

    private void settle(Candidate object) {
        if (object.state() == RedundancyState.LATE_REP) {
            draft.remap(object, RedundancyEvent.COOLED, null, "withdrawn: this policy keeps redundancies as they are");
        } else if (object.state() == RedundancyState.LATE_EC) {
            draft.remap(object, RedundancyEvent.HEATED, null, "withdrawn: this policy keeps redundancies as they are");
        } else {
            finish(object);
        }
    }

    /** Copies a waiting swap. */
    void finish(Candidate object) {
        if (canBeCopied(object)) {
            draft.migrate(object);
        } else {
            draft.remap(object, RedundancyEvent.CANCEL, null, "withdrawn: a destination takes no writes any more");
        }
    }

    /** Whether all servers that a copy of an object would be written to still take writes. */
    boolean canBeCopied(Candidate object) {
        return Intents.writtenByACopy(object).stream().allMatch(draft.ledger()::isWritable);
    }
}
