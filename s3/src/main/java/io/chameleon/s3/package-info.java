/**
 * The S3 gateway: it answers Amazon's object protocol from the store's buckets and objects. It is stateless, so any
 * number of processes may serve.
 *
 * <p>In: HTTP of S3 clients. Out: calls of the asynchronous SDK. Start at {@link io.chameleon.s3.S3Server}, then
 * {@link io.chameleon.s3.Gateway}, in which a request reads downhill.
 *
 * <p>Invariant: no byte of a request reaches the store before its sender is known and allowed, and nothing is committed
 * before the whole body has been checked.
 */
@NullMarked
package io.chameleon.s3;

import org.jspecify.annotations.NullMarked;
