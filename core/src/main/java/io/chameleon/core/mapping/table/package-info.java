/**
 * The ports to the mapping table, one for each of its users, with the questions and answers that only a table knows.
 *
 * <p>In: changes to rows, as the words of {@link io.chameleon.core.mapping}, and questions about them. Out: rows, outcomes, and the work
 * that waits: garbage, repairs, servers to be emptied.
 *
 * <p>Start at {@link MappingTable} (clients), then {@link RemapTable} (the balancer), {@link RepairTable} (repair and drains),
 * {@link GarbageTable} (the reaper and reconciliation) and {@link QuotaTable}.
 *
 * <p>Invariant: each call is one transaction; whatever the balancer changes names its fence, and an older one changes nothing.
 */
@NullMarked
package io.chameleon.core.mapping.table;

import org.jspecify.annotations.NullMarked;
