/**
 * Deletes what nothing refers to.
 *
 * <p>In: the outbox of the mapping table, and lists of what servers hold. Out: deletions on servers, rows marked as
 * collected.
 *
 * <p>Start at {@link io.chameleon.balancer.garbage.Reaper} (what was superseded), then
 * {@link io.chameleon.balancer.garbage.Reconciler} (what was never live) with its
 * {@link io.chameleon.balancer.garbage.Brake}, {@link io.chameleon.balancer.garbage.UploadSweeper} and
 * {@link io.chameleon.balancer.garbage.LostGarbage}.
 *
 * <p>Invariant: only what is in the outbox is deleted, and what enters it is never live again under that name on that
 * server.
 */
@NullMarked
package io.chameleon.balancer.garbage;

import org.jspecify.annotations.NullMarked;
