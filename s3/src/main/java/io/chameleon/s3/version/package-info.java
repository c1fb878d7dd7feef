/**
 * Versions of objects, as S3's requests name them and its answers tell them.
 *
 * <p>Start at {@link io.chameleon.s3.version.NamedVersion}.
 *
 * <p>Invariant: the store decides whether a write keeps what it replaces. The gateway's knowledge of a bucket, which
 * may be seconds old, decides only what an answer says of an object that has no version id of its own.
 */
@NullMarked
package io.chameleon.s3.version;

import org.jspecify.annotations.NullMarked;
