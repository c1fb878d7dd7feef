/**
 * Bucket policies: the JSON documents by which an owner opens a bucket to users or to everybody, or closes it.
 * {@link BucketPolicy#parse} refuses whatever it would not carry out, so a policy that is stored is obeyed to the
 * letter; {@link BucketPolicy#decide} answers for one request.
 */
@NullMarked
package io.chameleon.s3.policy;

import org.jspecify.annotations.NullMarked;
