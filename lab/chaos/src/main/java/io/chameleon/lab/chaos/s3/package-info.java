/**
 * A client of S3 that hides nothing: it never tries again, and says of each request what its client can know.
 *
 * <p>In: addresses of gateways, and requests. Out: answers, or that there was none.
 *
 * <p>Start at {@link io.chameleon.lab.chaos.s3.S3Http}, then {@link io.chameleon.lab.chaos.s3.S3Objects}.
 *
 * <p>Invariant: a request is sent at most once.
 */
@NullMarked
package io.chameleon.lab.chaos.s3;

import org.jspecify.annotations.NullMarked;
