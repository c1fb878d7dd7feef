@NullMarked
package io.chameleon.lab.emulator.command;

import org.jspecify.annotations.NullMarked;
