/** Tests of the choice of blocks. Start at {@link io.chameleon.simssd.gc.VictimSelectorTest}. */
@NullMarked
package io.chameleon.simssd.gc;

import org.jspecify.annotations.NullMarked;
