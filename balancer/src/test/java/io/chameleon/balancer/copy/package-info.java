/** Tests of bulk copies. */
@NullMarked
package io.chameleon.balancer.copy;

import org.jspecify.annotations.NullMarked;
