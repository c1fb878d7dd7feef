package io.chameleon.testkit.table;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.mapping.table.StoredPlan;
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
        current = current.claimedBy(holder);
        return current;
    }

    BalancerEpoch advance(long nowMillis) {
        current = current.next(nowMillis);
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
        if (!plans.isEmpty() && plan.epoch() <= plans.lastKey()) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "epoch " + plan.epoch() + " has a plan already, or a later one has: complete that one");
        }
        plans.values().removeIf(StoredPlan::complete);
        plans.put(plan.epoch(), plan);
    }

    Optional<StoredPlan> open() {
        return plans.descendingMap().values().stream()
                .filter(plan -> !plan.complete())
                .findFirst();
    }

    /** Of a complete plan, only its existence is kept. */
    void complete(long epoch) {
        plans.computeIfPresent(epoch, (any, plan) -> new StoredPlan(epoch, List.of(), true));
    }
}
