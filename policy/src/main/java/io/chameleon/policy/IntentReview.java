package io.chameleon.policy;

import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Looks after the intents of earlier epochs that still wait for a write: withdraws what the heat has overtaken, what lost its
 * destination and what nobody wrote for too long, and picks what is worth a bulk copy (Chameleon III-B2, III-C; reading 11).
 * Old reservations left standing make wear worse than no balancing at all.
 */
final class IntentReview {
    private final ClusterSnapshot snapshot;
    private final PolicyConfig config;
    private final PlanDraft draft;
    private long fragmentsLeft;

    IntentReview(ClusterSnapshot snapshot, PolicyConfig config, PlanDraft draft) {
        this.snapshot = snapshot;
        this.config = config;
        this.draft = draft;
        this.fragmentsLeft = config.coldMigrationFragments();
    }

    void review() {
        List<Candidate> oldestFirst = snapshot.objects().stream()
                .filter(object -> object.state().isIntermediate() && draft.isFree(object))
                .sorted(Comparator.comparingLong(Candidate::remapEpoch).thenComparing(Candidate::id))
                .toList();
        oldestFirst.forEach(this::review);
    }

    private void review(Candidate object) {
        boolean hot = object.heat() >= config.heatHot(); // reading 8
        long idle = object.idleEpochs(snapshot.epoch());
        if (object.state() == RedundancyState.LATE_REP && !hot) {
            withdraw(object, "cooled before its next write: heat " + heat(object) + " < " + heatHot());
        } else if (object.state() == RedundancyState.LATE_EC && hot) {
            withdraw(object, "heated before its next write: heat " + heat(object) + " >= " + heatHot());
        } else if (lostItsDestination(object)) {
            withdraw(object, "a destination takes no writes any more");
        } else if (idle >= config.coldMigrationAfterEpochs() && isWorthCopying(object)) {
            draft.migrate(object);
            fragmentsLeft -= fragments(object);
        } else if (idle >= config.intentExpiryEpochs() && object.state() != RedundancyState.LATE_EC) {
            // A late downgrade waits for its turn to be copied: withdrawn, it would be planned again at once.
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

    /** A destination went away, or repair put another fragment of the object there (reading 19). */
    private boolean lostItsDestination(Candidate object) {
        return newServers(object).stream().anyMatch(server -> !draft.ledger().isWritable(server))
                || !isRecoded(object) && !movesInPlace(object);
    }

    private static boolean movesInPlace(Candidate object) {
        List<ServerId> live = object.live().servers();
        List<ServerId> next = object.next().servers();
        return IntStream.range(0, next.size())
                .allMatch(i -> next.get(i).equals(live.get(i)) || !live.contains(next.get(i)));
    }

    private static boolean isRecoded(Candidate object) {
        return object.policy() != object.live().policy();
    }

    /**
     * A late downgrade saves space and writes wherever it goes. A swap that nobody wrote is cold by now: it is worth a copy only
     * if it still takes data from a fuller server to an emptier one.
     */
    private boolean isWorthCopying(Candidate object) {
        if (!object.state().allows(RedundancyEvent.MIGRATED) || fragments(object) > fragmentsLeft) {
            return false;
        }
        return isRecoded(object) || evensFill(object);
    }

    private boolean evensFill(Candidate object) {
        double from = 0;
        double to = 0;
        for (int i = 0; i < object.next().servers().size(); i++) {
            ServerId source = object.live().servers().get(i);
            ServerId target = object.next().servers().get(i);
            if (!source.equals(target)) {
                from += draft.ledger().fill(source);
                to += draft.ledger().fill(target);
            }
        }
        return from > to;
    }

    /** Fragments a bulk copy writes: all of them under a new policy, else only those that move. */
    private static long fragments(Candidate object) {
        boolean recoded = object.policy() != object.live().policy();
        long perSegment =
                recoded ? object.next().scheme().width() : newServers(object).size();
        return perSegment * object.segments();
    }

    private static List<ServerId> newServers(Candidate object) {
        return object.next().servers().stream()
                .filter(server -> !object.live().servers().contains(server))
                .toList();
    }

    private String heat(Candidate object) {
        return Reasons.number(object.heat());
    }

    private String heatHot() {
        return Reasons.number(config.heatHot());
    }
}
