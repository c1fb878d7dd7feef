/**
 * Chaos with real processes: a cluster under load whose parts are killed, paused and cut off, and a check of everything that
 * clients were told.
 *
 * <p>In: a {@link io.chameleon.lab.chaos.ChaosConfig}. Out: a report with a verdict.
 *
 * <p>Start at {@link io.chameleon.lab.chaos.Chaos}: {@code process} has the cluster, {@code proxy} the network between its parts,
 * {@code load} the clients, {@code history} the check of what they saw.
 *
 * <p>Invariant: a run that passes has looked at every acknowledged operation and read back every key.
 */
@NullMarked
package io.chameleon.lab.chaos;

import org.jspecify.annotations.NullMarked;
