@NullMarked
package io.chameleon.cli.units;

import org.jspecify.annotations.NullMarked;
