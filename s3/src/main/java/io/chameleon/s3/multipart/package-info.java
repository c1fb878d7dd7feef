/**
 * Multipart uploads over the store's own: parts in any order and of any size, and a completion that copies no byte.
 *
 * <p>Start at {@link io.chameleon.s3.multipart.UploadStart}, then {@link io.chameleon.s3.multipart.PutPart} and
 * {@link io.chameleon.s3.multipart.CompleteUpload}.
 *
 * <p>Invariant: the gateway keeps nothing of an upload between two requests, so they may meet different gateways.
 */
@NullMarked
package io.chameleon.s3.multipart;

import org.jspecify.annotations.NullMarked;
