package io.chameleon.client;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyState;

/**
 * A write that is durable and committed.
 *
 * @param entityTag names this version; for {@link PutOptions#ifMatch}
 * @param state redundancy state after the commit
 * @param degraded whether some fragments could not be stored; their repair is queued
 * @param used servers that hold the fragments, fragment {@code i} on server {@code i}
 */
public record PutResult(
        ObjectId id, String entityTag, long size, RedundancyState state, boolean degraded, Placement used) {}
