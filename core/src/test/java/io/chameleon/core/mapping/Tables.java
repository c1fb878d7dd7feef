package io.chameleon.core.mapping;

/** One mapping table, seen through its ports. */
public record Tables(MappingTable mapping, RemapTable remaps, GarbageTable garbage, RepairTable repairs) {
    public static <T extends MappingTable & RemapTable & GarbageTable & RepairTable> Tables of(T table) {
        return new Tables(table, table, table, table);
    }
}
