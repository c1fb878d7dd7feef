/**
 * The ports to the mapping table, one for each kind of caller, with their queries and results.
 *
 * <p>In: changes to rows, in terms of {@link io.chameleon.core.mapping}, and queries. Out: rows, outcomes, and the work
 * that waits: garbage, repairs, servers to be emptied.
 *
 * <p>Start at {@link MappingTable} (clients), then {@link RemapTable} (the balancer), {@link RepairTable} (repair and
 * drains), {@link GarbageTable} (the reaper and reconciliation) and {@link QuotaTable}.
 *
 * <p>Invariant: each call is one transaction. Every change by the balancer carries its fence; with an outdated fence it
 * changes nothing.
 */
@NullMarked
package io.chameleon.core.mapping.table;

import org.jspecify.annotations.NullMarked;
