package io.chameleon.core.mapping.table;

/**
 * The fencing row (docs/architecture.md, "Races": two leaders).
 *
 * @param fence rises with each new leader; a transaction with an older one is refused
 * @param epoch number of the current epoch, 1 before the first balancing
 * @param holder name of the leader that holds the fence
 * @param beganMillis when the current epoch began, by the metadata service's clock, which also dates rows; 0 if unknown
 */
public record BalancerEpoch(long fence, long epoch, String holder, long beganMillis) {
    /** Before the first leader. */
    public static final BalancerEpoch INITIAL = new BalancerEpoch(0, 1, "", 0);

    public BalancerEpoch claimedBy(String leader) {
        return new BalancerEpoch(fence + 1, epoch, leader, beganMillis);
    }

    public BalancerEpoch next(long nowMillis) {
        return new BalancerEpoch(fence, epoch + 1, holder, nowMillis);
    }
}
