package io.chameleon.core.mapping.table;

import java.util.List;

/**
 * The servers being emptied.
 *
 * @param nowMillis when this was true, by the metadata service's clock, which the records' times are of
 * @param records in the order of their servers
 */
public record Evacuating(long nowMillis, List<Evacuation> records) {
    public Evacuating {
        records = List.copyOf(records);
    }
}
