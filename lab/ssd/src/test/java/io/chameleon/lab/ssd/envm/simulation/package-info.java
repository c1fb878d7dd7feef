/** Tests of the tier's simulation. */
@NullMarked
package io.chameleon.lab.ssd.envm.simulation;

import org.jspecify.annotations.NullMarked;
