/**
 * Requests as calls of the tables: what a message asks for, and whether its caller may.
 *
 * <p>In: messages of the wire protocol. Out: {@link io.chameleon.metadata.request.PreparedCall}s and their answers.
 *
 * <p>Start at {@link io.chameleon.metadata.request.Requests}, then {@link io.chameleon.metadata.request.BucketAccess}.
 *
 * <p>Invariant: a request is read and checked to its end before its call changes anything.
 */
@NullMarked
package io.chameleon.metadata.request;

import org.jspecify.annotations.NullMarked;
