/**
 * Tests of the balancer against servers and metadata in memory, over the loopback network. Start at
 * {@code TestCluster}.
 */
@NullMarked
package io.chameleon.balancer;

import org.jspecify.annotations.NullMarked;
