/**
 * Turns the body of a request, in pieces as the network has them, into the bytes to store, and holds them to everything
 * that was announced about them: lengths, hashes, checksums, signatures of chunks.
 *
 * <p>In: pieces of any size. Out: decoded pieces, and at the end a {@link DecodedBody} or an
 * {@link io.chameleon.s3.error.S3Exception}. Start at {@link BodyPlan}, which reads the headers, then
 * {@link BodyDecoder}. {@link PartChecksums} makes the checksum of an object from those of its parts.
 *
 * <p>Invariants: bytes that are handed out are not to be kept before {@link BodyDecoder#finish} has returned. A framing
 * or checksum that is announced is decoded and checked, or the request is refused; framing is never stored.
 */
@NullMarked
package io.chameleon.s3.body;

import org.jspecify.annotations.NullMarked;
