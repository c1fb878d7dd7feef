package io.chameleon.core.mapping.group;

import io.chameleon.core.mapping.Placement;

/**
 * The objects of a hash range that are in one place.
 *
 * @param range see {@link HashRanges}
 */
public record Group(int range, Placement place) {
    @Override
    public String toString() {
        return "range " + range + " on " + place.servers();
    }
}
