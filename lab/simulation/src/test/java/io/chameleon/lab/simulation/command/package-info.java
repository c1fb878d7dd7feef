@NullMarked
package io.chameleon.lab.simulation.command;

import org.jspecify.annotations.NullMarked;
