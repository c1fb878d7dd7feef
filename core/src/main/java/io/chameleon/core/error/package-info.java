/**
 * The errors a caller can act on, with stable numeric codes that travel on the wire.
 *
 * <p>Start at {@link ErrorCode}.
 */
@NullMarked
package io.chameleon.core.error;

import org.jspecify.annotations.NullMarked;
