package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;

/**
 * The balancer's statement that it has copied an untouched object to its destination in bulk: all fragments of
 * {@code newWriteId} are durable on the row's destination servers.
 *
 * @param expectedVersion version of the row at the copy; a row that has changed since stays as it is
 * @param newWriteId the old id if fragments moved unchanged, a new id if they were recoded
 * @param epoch in which the copy was made, for the log
 */
public record Migration(ObjectId id, long expectedVersion, WriteId newWriteId, long epoch) {}
