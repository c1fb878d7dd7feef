/** {@code chameleon user}: the users of the S3 gateway and their keys. */
@NullMarked
package io.chameleon.cli.user;

import org.jspecify.annotations.NullMarked;
