/** Tests of what may be chosen about a device. Those of whole devices are in {@code device}: start there. */
@NullMarked
package io.chameleon.simssd;

import org.jspecify.annotations.NullMarked;
