@NullMarked
package io.chameleon.cli.emulate;

import org.jspecify.annotations.NullMarked;
