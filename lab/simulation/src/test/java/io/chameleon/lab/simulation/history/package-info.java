@NullMarked
package io.chameleon.lab.simulation.history;

import org.jspecify.annotations.NullMarked;
