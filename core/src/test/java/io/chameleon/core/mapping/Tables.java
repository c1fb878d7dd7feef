package io.chameleon.core.mapping;

import io.chameleon.core.ServerInfo;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * One mapping table, seen through its ports.
 *
 * @param registered tells it which servers are registered
 */
public record Tables(
        MappingTable mapping,
        RemapTable remaps,
        GarbageTable garbage,
        RepairTable repairs,
        Consumer<Collection<ServerInfo>> registered) {
    public static Tables of(InMemoryMappingTable table) {
        return new Tables(table, table, table, table, table::registered);
    }
}
