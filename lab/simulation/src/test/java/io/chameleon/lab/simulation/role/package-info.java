@NullMarked
package io.chameleon.lab.simulation.role;

import org.jspecify.annotations.NullMarked;
