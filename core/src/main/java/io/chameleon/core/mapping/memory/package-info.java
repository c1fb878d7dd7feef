/**
 * The mapping table in memory, for tests, simulations and the emulator.
 *
 * <p>In and out: the ports of {@link io.chameleon.core.mapping.table}. Nothing survives the process.
 *
 * <p>Start at {@link InMemoryMappingTable}; what its transactions do to the rows is in the classes it names.
 *
 * <p>Invariant: it passes the contract that the PostgreSQL table passes, {@code MappingTableContract}.
 */
@NullMarked
package io.chameleon.core.mapping.memory;

import org.jspecify.annotations.NullMarked;
