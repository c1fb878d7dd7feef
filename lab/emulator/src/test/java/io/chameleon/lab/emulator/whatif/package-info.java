@NullMarked
package io.chameleon.lab.emulator.whatif;

import org.jspecify.annotations.NullMarked;
