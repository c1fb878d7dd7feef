@NullMarked
package io.chameleon.cli.process;

import org.jspecify.annotations.NullMarked;
