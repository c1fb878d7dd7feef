/**
 * Tests of collection. Start at {@link io.chameleon.balancer.garbage.CollectionRaceTest}: whatever runs concurrently,
 * nothing live is deleted.
 */
@NullMarked
package io.chameleon.balancer.garbage;

import org.jspecify.annotations.NullMarked;
