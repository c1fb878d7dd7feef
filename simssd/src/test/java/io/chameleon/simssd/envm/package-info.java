/** Tests of the persistent cache tier, power cuts included. */
@NullMarked
package io.chameleon.simssd.envm;

import org.jspecify.annotations.NullMarked;
