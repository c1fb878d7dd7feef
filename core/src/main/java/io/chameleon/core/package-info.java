/**
 * The words of the system as types: who an object, a write, a fragment and a server are.
 *
 * <p>In: nothing; out: immutable values. Clocks and randomness come in as arguments, so that a whole cluster can run in
 * simulated time.
 *
 * <p>Start at {@link io.chameleon.core.WriteId}, then {@link io.chameleon.core.redundancy.RedundancyState} (how an object
 * changes its redundancy), then {@link io.chameleon.core.mapping.table.MappingTable} (where an object is).
 *
 * <p>Invariant: a value of these types is valid; whoever holds one need not check it again.
 */
@NullMarked
package io.chameleon.core;

import org.jspecify.annotations.NullMarked;
