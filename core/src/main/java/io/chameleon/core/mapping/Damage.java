package io.chameleon.core.mapping;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

    /**
     * An object's live fragment that a server found damaged; empty if that fragment is not live there, or the row is
     * null.
     */
    public static Optional<Damage> of(@Nullable ObjectMapping row, ServerId server, FragmentId fragment) {
        boolean live = row != null
                && row.writeId().equals(fragment.writeId())
                && fragment.index() < row.live().servers().size()
                && row.live().servers().get(fragment.index()).equals(server);
        return row != null && live
                ? Optional.of(new Damage(row.id(), row.writeId(), List.of(fragment.index())))
                : Optional.empty();
    }

    /** Those of the indexes that the row has. */
    public List<Integer> indexesOf(ObjectMapping row) {
        return missing.stream()
                .filter(index -> index < row.live().servers().size())
                .toList();
    }
}
