package io.chameleon.server.store;

import java.util.List;

/**
 * A part of a listing.
 *
 * @param fragments in the order of their ids
 * @param more whether there are fragments after the last of these
 */
public record FragmentListing(List<Fragment> fragments, boolean more) {
    public FragmentListing {
        fragments = List.copyOf(fragments);
    }
}
