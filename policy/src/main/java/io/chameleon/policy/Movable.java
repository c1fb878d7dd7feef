package io.chameleon.policy;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.Comparator;
import java.util.List;

/** What a plan can move with its next writes: one object, or the rest of a group of objects. */
public sealed interface Movable permits Candidate, ObjectGroup {
    /** Objects by id, then groups by range and place. */
    Comparator<Movable> ORDER = Movable::compare;

    /** Where it is stored. */
    Placement live();

    /** Where the next write goes; equal to {@code live} if it waits for nothing. */
    Placement next();

    /** {@code p_k} (Chameleon Eq. 1), summed over the objects. */
    double heat();

    /** Flash pages that a whole write writes to fragment {@code index}, on average. */
    double pagesPerWrite(RedundancyScheme scheme, int index, int pageBytes);

    /** The servers of a placement that hold some of it. */
    List<ServerId> holders(Placement placement);

    /** The same for equal names, in every process, and otherwise as good as chance. */
    int nameHash();

    private static int compare(Movable a, Movable b) {
        if (a instanceof Candidate one && b instanceof Candidate other) {
            return one.id().compareTo(other.id());
        }
        if (a instanceof ObjectGroup one && b instanceof ObjectGroup other) {
            return ObjectGroup.ORDER.compare(one, other);
        }
        return a instanceof Candidate ? -1 : 1;
    }
}
