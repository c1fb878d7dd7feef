/**
 * Where each object is, and how that changes: the ports to the mapping table, the rules every implementation obeys, and an
 * in-memory implementation.
 *
 * <p>In: commits of clients, remaps of the balancer, collections of the reaper. Out: the current row of an object.
 *
 * <p>Start at {@link MappingTable} (clients), then {@link MappingRules} (what a commit or a remap does to a row), then
 * {@link RemapTable} (the balancer) and {@link GarbageTable} (the reaper).
 *
 * <p>Invariant: the live servers of a row hold every fragment of its write id, or the row is marked degraded.
 */
@NullMarked
package io.chameleon.core.mapping;

import org.jspecify.annotations.NullMarked;
