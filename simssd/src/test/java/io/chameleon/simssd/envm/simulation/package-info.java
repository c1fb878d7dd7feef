/** Tests of the tier's simulation. */
@NullMarked
package io.chameleon.simssd.envm.simulation;

import org.jspecify.annotations.NullMarked;
