package io.chameleon.core.mapping;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The fencing row and the plans of its epochs. Not thread-safe. */
final class Leadership {
    private final NavigableMap<Long, StoredPlan> plans = new TreeMap<>();
    private BalancerEpoch current = BalancerEpoch.INITIAL;

    BalancerEpoch current() {
        return current;
    }

    BalancerEpoch claim(String holder) {
        current = new BalancerEpoch(current.fence() + 1, current.epoch(), holder);
        return current;
    }

    BalancerEpoch advance() {
        current = new BalancerEpoch(current.fence(), current.epoch() + 1, current.holder());
        return current;
    }

    void require(long fence) {
        if (fence != current.fence()) {
            throw new ChameleonError(
                    ErrorCode.FENCED,
                    "fence " + fence + " is outdated: '" + current.holder() + "' leads with fence " + current.fence());
        }
    }

    void store(StoredPlan plan) {
        if (plans.containsKey(plan.epoch())) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST, "epoch " + plan.epoch() + " has a plan already: complete that one");
        }
        plans.put(plan.epoch(), plan);
    }

    Optional<StoredPlan> open() {
        return plans.descendingMap().values().stream()
                .filter(plan -> !plan.complete())
                .findFirst();
    }

    /** What remains of a complete plan is that there was one. */
    void complete(long epoch) {
        plans.computeIfPresent(epoch, (any, plan) -> new StoredPlan(epoch, List.of(), true));
    }
}
