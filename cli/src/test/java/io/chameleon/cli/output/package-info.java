@NullMarked
package io.chameleon.cli.output;

import org.jspecify.annotations.NullMarked;
