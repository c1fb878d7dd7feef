@NullMarked
package io.chameleon.cli;

import org.jspecify.annotations.NullMarked;
