/**
 * HTTP/1.1 for the gateway: connections, requests, bodies and answers; what a request means is decided elsewhere.
 *
 * <p>In: bytes of clients. Out: an {@link io.chameleon.s3.http.S3Request} for the
 * {@link io.chameleon.s3.http.HttpService} and its {@link io.chameleon.s3.http.S3Response} back. Start at
 * {@link io.chameleon.s3.http.HttpServer}, then {@link io.chameleon.s3.http.Connection}.
 *
 * <p>Invariant: a body is never held whole. A connection holds one read of its socket, and what it has written but the
 * client has not taken: a write buffer and one segment.
 */
@NullMarked
package io.chameleon.s3.http;

import org.jspecify.annotations.NullMarked;
