/**
 * The users of the S3 gateway and their keys: a directory of small files, which {@code chameleon user} writes and the
 * gateway reads. Start at {@link io.chameleon.node.users.UserDirectory}.
 */
@NullMarked
package io.chameleon.node.users;

import org.jspecify.annotations.NullMarked;
