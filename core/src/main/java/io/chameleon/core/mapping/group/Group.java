package io.chameleon.core.mapping.group;

import io.chameleon.core.mapping.Placement;
import java.util.Comparator;

/**
 * The objects of a hash range that are in one place.
 *
 * @param range see {@link HashRanges}
 */
public record Group(int range, Placement place) {
    /** The same in every process, as the hash code is not: a place has enums in it. */
    public static final Comparator<Group> ORDER = Comparator.comparingInt(Group::range)
            .thenComparing(group -> group.place().toString());

    @Override
    public String toString() {
        return "range " + range + " on " + place.servers();
    }
}
