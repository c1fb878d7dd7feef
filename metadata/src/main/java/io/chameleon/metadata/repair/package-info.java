/**
 * The repair queue on PostgreSQL: damaged objects, walks over the objects of a server, what to repair next.
 *
 * <p>In: the calls of {@link io.chameleon.core.mapping.table.RepairTable}. Out: rows of {@code repair_queue} and
 * {@code evacuation}.
 *
 * <p>Start at {@link io.chameleon.metadata.repair.PostgresRepairTable}, then {@code ServerWalk} and {@code WalkPart}.
 *
 * <p>Invariant: a step costs the same whatever the length of the queue.
 */
@NullMarked
package io.chameleon.metadata.repair;

import org.jspecify.annotations.NullMarked;
