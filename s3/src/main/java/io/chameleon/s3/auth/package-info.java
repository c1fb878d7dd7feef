/**
 * Finds out who sent a request: Signature Version 4 in the header, in the query or in a form. In: the request line and
 * headers exactly as they came. Out: an {@link Authentication}, which also says how the body is signed, or an
 * {@link io.chameleon.s3.error.S3Exception} with the code that Amazon gives.
 *
 * <p>Start at {@link Authenticator}. {@link CanonicalRequest} is what both sides sign.
 *
 * <p>Invariants: no signature is compared in time that depends on how much of it is right, and nothing is remembered
 * about a request whose signature is wrong. Version 2 is refused, as in the regions that Amazon opened since 2014, but
 * for forms: there it signs the same policy document, and old form pages still use it.
 */
@NullMarked
package io.chameleon.s3.auth;

import org.jspecify.annotations.NullMarked;
