package io.chameleon.policy;

/** Decides who moves where. Pure and stateless: safe from any thread, the same answer to the same snapshot. */
public interface WearPolicy {
    String name();

    BalancePlan plan(ClusterSnapshot snapshot);
}
