@NullMarked
package io.chameleon.lab.simulation;

import org.jspecify.annotations.NullMarked;
