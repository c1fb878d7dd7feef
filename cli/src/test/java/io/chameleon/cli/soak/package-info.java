/** Tests of what a soak knows of its objects. */
@NullMarked
package io.chameleon.cli.soak;

import org.jspecify.annotations.NullMarked;
