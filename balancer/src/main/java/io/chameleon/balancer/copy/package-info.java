/**
 * Copies whole objects to where a plan wants them, without waiting for a write.
 *
 * <p>In: the bulk migrations of a plan. Out: rows flipped to durable copies, and a
 * {@link io.chameleon.balancer.copy.BulkOutcome} for each object.
 *
 * <p>Start at {@link io.chameleon.balancer.copy.Migrator}, then {@code ObjectCopy} (one object).
 *
 * <p>Invariant: no fragment of a copy is live before its row is flipped, and a row is flipped only if its version is
 * the one that was copied.
 */
@NullMarked
package io.chameleon.balancer.copy;

import org.jspecify.annotations.NullMarked;
