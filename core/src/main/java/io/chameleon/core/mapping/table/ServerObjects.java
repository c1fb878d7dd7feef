package io.chameleon.core.mapping.table;

import io.chameleon.core.ObjectId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of the objects with live fragments on a server, sorted by id.
 *
 * @param next where the next page begins; null after the last
 */
public record ServerObjects(
        List<RepairTask> objects, @Nullable ObjectId next) {
    public ServerObjects {
        objects = List.copyOf(objects);
    }
}
