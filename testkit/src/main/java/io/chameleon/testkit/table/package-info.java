/**
 * The mapping table in memory, for tests and the simulation.
 *
 * <p>In and out: the ports of {@link io.chameleon.core.mapping.table}. Nothing survives the process.
 *
 * <p>Start at {@link InMemoryMappingTable}; the classes it names hold what its transactions do to the rows.
 *
 * <p>Invariant: it passes the contract that the PostgreSQL table passes, {@code MappingTableContract}.
 */
@NullMarked
package io.chameleon.testkit.table;

import org.jspecify.annotations.NullMarked;
