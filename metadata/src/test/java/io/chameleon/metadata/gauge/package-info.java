/** Tests of what the tables tell metrics. */
@NullMarked
package io.chameleon.metadata.gauge;

import org.jspecify.annotations.NullMarked;
