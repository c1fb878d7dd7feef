@NullMarked
package io.chameleon.simulation;

import org.jspecify.annotations.NullMarked;
