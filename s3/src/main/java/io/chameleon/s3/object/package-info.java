/**
 * Objects: put, get, head, delete, copy, their attributes and tags.
 *
 * <p>Start at {@link io.chameleon.s3.object.StoredObject}, which says how S3's headers ride in an object's user
 * metadata, then {@link io.chameleon.s3.object.PutObject} and {@link io.chameleon.s3.object.GetObject}.
 *
 * <p>Invariant: what is answered about an object, its bytes included, is of one version.
 */
@NullMarked
package io.chameleon.s3.object;

import org.jspecify.annotations.NullMarked;
