@NullMarked
package io.chameleon.lab.launcher;

import org.jspecify.annotations.NullMarked;
