/**
 * Where each object is, and how that changes: the rows of the mapping table and the rules that every table obeys.
 *
 * <p>In: commits of clients, remaps, migrations and repairs of the balancer. Out: the row after each of them, and the
 * garbage it leaves.
 *
 * <p>Start at {@link ObjectMapping} (a row) and {@link MappingRules} (what a {@link Commit}, a {@link Remap}, a
 * {@link Migration} or a {@link Repair} does to one). The ports of the tables are in {@code table}.
 *
 * <p>Invariant: the live servers of a row hold every fragment of its write id, or the row is marked degraded.
 */
@NullMarked
package io.chameleon.core.mapping;

import org.jspecify.annotations.NullMarked;
