/**
 * Which balancer leads.
 *
 * <p>In: ZooKeeper's election and the mapping table, where a leader claims its fence. Out: the fence to balance with,
 * or none.
 *
 * <p>Start at {@link io.chameleon.balancer.leader.Leadership}.
 *
 * <p>Invariant: safety rests on the fence. The election only keeps two leaders from wasting work on each other.
 */
@NullMarked
package io.chameleon.balancer.leader;

import org.jspecify.annotations.NullMarked;
