@NullMarked
package io.chameleon.lab.simulation.check;

import org.jspecify.annotations.NullMarked;
