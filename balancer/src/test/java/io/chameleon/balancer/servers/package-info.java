/** Tests of how servers are asked. */
@NullMarked
package io.chameleon.balancer.servers;

import org.jspecify.annotations.NullMarked;
