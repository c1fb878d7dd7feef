package io.chameleon.core.mapping.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;

/**
 * An outbox row: all fragments of a write on one server, which nothing refers to any more.
 *
 * @param id identifies the row to {@link GarbageTable#collected}
 * @param sinceMillis when they became garbage, by the metadata service's clock
 */
public record Garbage(long id, ServerId server, WriteId writeId, long sinceMillis) {}
