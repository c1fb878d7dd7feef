/**
 * The processes of a simulated cluster: the product's own classes in simulated processes, and stand-ins for what the product runs
 * on, the database and ZooKeeper.
 *
 * <p>In: a {@link io.chameleon.simulation.world.World}. Out: processes that can be started, killed and paused. Start at
 * {@link io.chameleon.simulation.role.Cluster}.
 */
@NullMarked
package io.chameleon.simulation.role;

import org.jspecify.annotations.NullMarked;
