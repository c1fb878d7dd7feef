/** Tests of requests to servers. */
@NullMarked
package io.chameleon.balancer.servers;

import org.jspecify.annotations.NullMarked;
