/**
 * Commits and lookups that arrive together share transactions and statements, in a queue for each database.
 *
 * <p>In: requests, one by one. Out: calls of the mapping table for many at once, and an answer to each request.
 *
 * <p>Start at {@link io.chameleon.metadata.batch.CommitBatcher}, then {@link io.chameleon.metadata.batch.Lanes}.
 *
 * <p>Invariant: a request waits only for requests of its own database.
 */
@NullMarked
package io.chameleon.metadata.batch;

import org.jspecify.annotations.NullMarked;
