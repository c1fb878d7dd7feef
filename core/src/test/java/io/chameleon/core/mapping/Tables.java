package io.chameleon.core.mapping;

/** One mapping table, seen through its three ports. */
public record Tables(MappingTable mapping, RemapTable remaps, GarbageTable garbage) {
    public static <T extends MappingTable & RemapTable & GarbageTable> Tables of(T table) {
        return new Tables(table, table, table);
    }
}
