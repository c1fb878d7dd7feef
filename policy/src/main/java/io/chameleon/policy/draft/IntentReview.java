package io.chameleon.policy.draft;

import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.ObjectGroup;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.ledger.Intents;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reviews the intents of earlier epochs that still wait for a write. It withdraws those that were superseded, lost
 * their destination, or waited too long, and picks those worth a bulk copy (Chameleon III-B2, III-C; reading 11). Stale
 * reservations make wear worse than no balancing at all.
 */
public final class IntentReview {
    private final ClusterSnapshot snapshot;
    private final PolicyConfig config;
    private final PlanDraft draft;
    private final IntentRules rules;

    public IntentReview(ClusterSnapshot snapshot, PolicyConfig config, PlanDraft draft, IntentRules rules) {
        this.snapshot = snapshot;
        this.config = config;
        this.draft = draft;
        this.rules = rules;
    }

    public void review() {
        List<Candidate> oldestFirst = snapshot.objects().stream()
                .filter(object -> object.state().isIntermediate() && draft.isFree(object))
                .sorted(Comparator.comparingLong(Candidate::remapEpoch).thenComparing(Candidate::id))
                .toList();
        oldestFirst.forEach(this::review);
        snapshot.groups().forEach(this::review);
    }

    /** A redirect has no age: what is not written waits for nothing. */
    private void review(ObjectGroup group) {
        boolean lost = group.next().servers().stream()
                .anyMatch(server -> !group.live().servers().contains(server)
                        && !draft.ledger().isWritable(server));
        if (lost) {
            draft.redirect(group, group.live(), "withdrawn: a destination takes no writes any more");
        }
    }

    private void review(Candidate object) {
        long idle = object.idleEpochs(snapshot.epoch());
        String overtaken = rules.overtaken(object);
        if (overtaken != null) {
            withdraw(object, overtaken);
        } else if (lostItsDestination(object)) {
            withdraw(object, "a destination takes no writes any more");
        } else if (idle >= config.coldMigrationAfterEpochs()
                && object.state().allows(RedundancyEvent.MIGRATED)
                && rules.copy(object)) {
            draft.migrate(object);
        } else if (idle >= config.intentExpiryEpochs() && object.state() != RedundancyState.LATE_EC) {
            // A late downgrade waits to be copied: if withdrawn, it would be planned again at once.
            withdraw(object, "not written for " + idle + " epochs");
        }
    }

    private void withdraw(Candidate object, String reason) {
        RedundancyEvent event = switch (object.state()) {
            case LATE_REP -> RedundancyEvent.COOLED;
            case LATE_EC -> RedundancyEvent.HEATED;
            default -> RedundancyEvent.CANCEL;
        };
        draft.remap(object, event, null, "withdrawn: " + reason);
    }

    /** A destination is gone, or repair put another fragment of the object there (reading 19). */
    private boolean lostItsDestination(Candidate object) {
        return Intents.writtenByACopy(object).stream()
                        .anyMatch(server -> !draft.ledger().isWritable(server))
                || !Intents.isRecoded(object) && !movesInPlace(object);
    }

    private static boolean movesInPlace(Candidate object) {
        List<ServerId> live = object.live().servers();
        List<ServerId> next = object.next().servers();
        return IntStream.range(0, next.size())
                .allMatch(i -> next.get(i).equals(live.get(i)) || !live.contains(next.get(i)));
    }
}
