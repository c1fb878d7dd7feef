/**
 * One request, understood: where it points, what it asks for, who asks.
 *
 * <p>In: an {@link io.chameleon.s3.http.S3Request}. Out: a {@link io.chameleon.s3.call.Call} for a
 * {@link io.chameleon.s3.call.Handler}. Start at {@link io.chameleon.s3.call.Router}.
 *
 * <p>Invariant: each request is exactly one {@link io.chameleon.s3.call.Operation} or an error; what is not supported
 * is never taken for something else.
 */
@NullMarked
package io.chameleon.s3.call;

import org.jspecify.annotations.NullMarked;
