/**
 * The vocabulary of the system as types: the names of objects, writes, fragments and servers.
 *
 * <p>In: nothing; out: immutable values. Clocks and randomness are arguments, so a whole cluster can run in simulated
 * time.
 *
 * <p>Start at {@link io.chameleon.core.WriteId}, then {@link io.chameleon.core.redundancy.RedundancyState} (how an
 * object changes its redundancy), then {@link io.chameleon.core.mapping.table.MappingTable} (where an object is).
 *
 * <p>Invariant: every value of these types is valid; callers need not check it again.
 */
@NullMarked
package io.chameleon.core;

import org.jspecify.annotations.NullMarked;
