/** Tests of what verification finds. */
@NullMarked
package io.chameleon.cli.verify;

import org.jspecify.annotations.NullMarked;
