package io.chameleon.policy;

/**
 * Decides which objects move where. Pure and stateless: safe from any thread, and the same snapshot gives the same
 * plan.
 */
public interface WearPolicy {
    String name();

    BalancePlan plan(ClusterSnapshot snapshot);
}
