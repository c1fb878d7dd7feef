/**
 * SQL on one table each: mappings, outbox, epoch log, repair queue, quotas, chunks. No transaction begins here.
 *
 * <p>In: a session and values of {@code core}. Out: rows and counts.
 *
 * <p>Start at {@code MappingStatements}, then {@code Outbox}.
 *
 * <p>Invariant: the caller's transaction decides: nothing here commits.
 */
@NullMarked
package io.chameleon.metadata.statement;

import org.jspecify.annotations.NullMarked;
