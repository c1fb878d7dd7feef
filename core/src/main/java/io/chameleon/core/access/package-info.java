/**
 * Who may do what with a bucket.
 *
 * <p>Start at {@link io.chameleon.core.access.Access}; a {@link io.chameleon.core.access.Grant} gives it to a user.
 */
@NullMarked
package io.chameleon.core.access;

import org.jspecify.annotations.NullMarked;
