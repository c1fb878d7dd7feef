/**
 * Tests of whole clusters: in one process over real sockets, and as many processes that are killed.
 *
 * <p>Start at {@link io.chameleon.it.KilledMidTransitionTest}.
 */
@NullMarked
package io.chameleon.it;

import org.jspecify.annotations.NullMarked;
