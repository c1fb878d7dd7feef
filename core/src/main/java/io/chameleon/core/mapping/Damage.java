package io.chameleon.core.mapping;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import java.util.List;

/**
 * Fragments of a committed version that could not be read or were never written.
 *
 * @param missing indexes into the live servers
 */
public record Damage(ObjectId id, WriteId writeId, List<Integer> missing) {
    public Damage {
        missing = List.copyOf(missing);
        Require.that(
                missing.stream().allMatch(index -> index >= 0 && index <= FragmentId.MAX_INDEX),
                "missing fragments of " + id,
                missing,
                "indexes from 0 to " + FragmentId.MAX_INDEX);
    }
}
