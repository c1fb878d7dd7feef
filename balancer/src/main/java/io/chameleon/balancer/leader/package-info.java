/**
 * Which balancer leads.
 *
 * <p>In: ZooKeeper's election and the mapping table, where a leader claims its fence. Out: the fence to balance with, or none.
 *
 * <p>Start at {@link io.chameleon.balancer.leader.Leadership}.
 *
 * <p>Invariant: the election only spares two leaders from working against each other; what keeps them apart is the fence.
 */
@NullMarked
package io.chameleon.balancer.leader;

import org.jspecify.annotations.NullMarked;
