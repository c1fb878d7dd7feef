/**
 * SQL on what the balancer keeps in the tables: fence and epoch, plans, the order of heat, groups and their redirects.
 *
 * <p>In: a session or connection and values of {@code core}. Out: rows and counts.
 *
 * <p>Start at {@code Fencing}.
 *
 * <p>Invariant: the caller's transaction decides: nothing here commits.
 */
@NullMarked
package io.chameleon.metadata.epoch;

import org.jspecify.annotations.NullMarked;
