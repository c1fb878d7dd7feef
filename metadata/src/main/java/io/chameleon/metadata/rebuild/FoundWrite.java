package io.chameleon.metadata.rebuild;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import java.util.List;
import java.util.Map;

/**
 * The fragments of one write.
 *
 * @param fragments by server, sorted by id; damaged ones included
 */
record FoundWrite(WriteId writeId, Map<ServerId, List<FragmentId>> fragments) {
    FoundWrite {
        fragments = Map.copyOf(fragments);
    }
}
