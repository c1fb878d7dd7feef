/**
 * The mapping table on PostgreSQL: rows, transactions, and why they are linearizable per object.
 *
 * <p>In: the calls of core's ports. Out: rows in the tables of {@code db/migration}, drawn in
 * docs/internals/metadata.md.
 *
 * <p>Start at {@link io.chameleon.metadata.table.PostgresMappingTable}, then {@code CommitTransaction} (what a batch of
 * commits does, in what order and why), then {@code WorkingSet} (rows locked in the order of their ids) and
 * {@code Transactions} (what is retried, and what is not).
 *
 * <p>Invariant: a row of {@code object_mapping} changes only under its lock, by
 * {@link io.chameleon.core.mapping.MappingRules}, and superseded fragments enter the outbox in the same transaction.
 */
@NullMarked
package io.chameleon.metadata.table;

import org.jspecify.annotations.NullMarked;
