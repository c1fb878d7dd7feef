/**
 * The connection to PostgreSQL: pool, primary, transactions, the identity of the cluster, the clock.
 *
 * <p>In: {@link io.chameleon.metadata.database.DatabaseConfig}. Out:
 * {@link io.chameleon.metadata.database.Transactions}.
 *
 * <p>Start at {@link io.chameleon.metadata.database.Database}.
 *
 * <p>Invariant: a transaction runs on the primary only. It is run again after a conflict, never after an unknown
 * outcome.
 */
@NullMarked
package io.chameleon.metadata.database;

import org.jspecify.annotations.NullMarked;
