package io.chameleon.core.mapping;

/**
 * The fencing row (design section 4, "Two leaders").
 *
 * @param fence rises with each new leader; a transaction with an older one is refused
 * @param epoch number of the current epoch, 1 before the first balancing
 * @param holder name of the leader that holds the fence
 */
public record BalancerEpoch(long fence, long epoch, String holder) {
    /** Before the first leader. */
    public static final BalancerEpoch INITIAL = new BalancerEpoch(0, 1, "");
}
