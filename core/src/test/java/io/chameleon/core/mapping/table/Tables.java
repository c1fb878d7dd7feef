package io.chameleon.core.mapping.table;

import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.memory.InMemoryMappingTable;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * One mapping table, seen through its ports.
 *
 * @param registered tells it which servers are registered
 * @param claimed tells it that a bucket is a user's own
 */
public record Tables(
        MappingTable mapping,
        RemapTable remaps,
        GarbageTable garbage,
        RepairTable repairs,
        QuotaTable quotas,
        Consumer<Collection<ServerInfo>> registered,
        BiConsumer<String, String> claimed) {
    public static Tables of(InMemoryMappingTable table) {
        return new Tables(table, table, table, table, table, table::registered, table::claimed);
    }
}
