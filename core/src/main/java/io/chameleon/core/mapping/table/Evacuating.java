package io.chameleon.core.mapping.table;

import java.util.List;

/**
 * The servers being emptied.
 *
 * @param nowMillis when this was true, by the metadata service's clock, as are the times in the records
 * @param records sorted by server
 */
public record Evacuating(long nowMillis, List<Evacuation> records) {
    public Evacuating {
        records = List.copyOf(records);
    }
}
