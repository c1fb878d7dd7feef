/**
 * The processes of a simulated cluster: the product's own classes in simulated processes, and stand-ins for the
 * database and ZooKeeper.
 *
 * <p>In: a {@link io.chameleon.lab.simulation.world.World}. Out: processes that can be started, killed and paused.
 * Start at {@link io.chameleon.lab.simulation.Cluster}.
 */
@NullMarked
package io.chameleon.lab.simulation.role;

import org.jspecify.annotations.NullMarked;
