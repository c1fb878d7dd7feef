/** Tests of what commands share. */
@NullMarked
package io.chameleon.cli.kit;

import org.jspecify.annotations.NullMarked;
