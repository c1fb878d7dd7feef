@NullMarked
package io.chameleon.lab.chaos.process;

import org.jspecify.annotations.NullMarked;
