/** Tests of arrays and of what they store, byte by byte. Start at {@link io.chameleon.simssd.nand.OobFormatTest}. */
@NullMarked
package io.chameleon.simssd.nand;

import org.jspecify.annotations.NullMarked;
