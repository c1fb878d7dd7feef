/**
 * Verifies that everything stored is intact: reads every object back, and compares the mapping table with the servers'
 * contents.
 *
 * <p>In: a client of the cluster. Out: a {@link io.chameleon.cli.verify.VerifyReport}.
 *
 * <p>Start at {@link io.chameleon.cli.verify.Verifier}, then {@link io.chameleon.cli.verify.PlacementCheck}.
 *
 * <p>Invariant: nothing is changed, and an object that a client overwrites meanwhile is not reported for it.
 */
@NullMarked
package io.chameleon.cli.verify;

import org.jspecify.annotations.NullMarked;
