/**
 * Chaos with real processes: kills, pauses and cuts off parts of a cluster under load, and checks every answer that
 * clients got.
 *
 * <p>In: a {@link io.chameleon.lab.chaos.ChaosConfig}. Out: a report with a verdict.
 *
 * <p>Start at {@link io.chameleon.lab.chaos.Chaos}: {@code process} is the cluster, {@code proxy} the network between
 * its parts, {@code load} the clients, {@code history} the check of what they saw.
 *
 * <p>Invariant: a run that passes has checked every acknowledged operation and read back every key.
 */
@NullMarked
package io.chameleon.lab.chaos;

import org.jspecify.annotations.NullMarked;
