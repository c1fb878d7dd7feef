/** Tests of the commands for users of the gateway. */
@NullMarked
package io.chameleon.cli.user;

import org.jspecify.annotations.NullMarked;
