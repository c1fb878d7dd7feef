/** Tests of who tells hot writes from cold ones. */
@NullMarked
package io.chameleon.simssd.frontier;

import org.jspecify.annotations.NullMarked;
