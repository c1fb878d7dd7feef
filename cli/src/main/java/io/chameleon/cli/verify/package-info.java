/**
 * Makes sure that everything stored is there: reads every object back, and holds the mapping table to what lies on the servers.
 *
 * <p>In: a client of the cluster. Out: a {@link io.chameleon.cli.verify.VerifyReport}.
 *
 * <p>Start at {@link io.chameleon.cli.verify.Verifier}, then {@link io.chameleon.cli.verify.PlacementCheck}.
 *
 * <p>Invariant: nothing is changed, and an object that somebody overwrites meanwhile is not reported for it.
 */
@NullMarked
package io.chameleon.cli.verify;

import org.jspecify.annotations.NullMarked;
