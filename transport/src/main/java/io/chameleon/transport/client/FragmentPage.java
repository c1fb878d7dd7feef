package io.chameleon.transport.client;

import io.chameleon.core.FragmentId;
import java.util.List;

/**
 * One page of a server's fragments, ordered by write id, segment and index.
 *
 * @param more whether fragments follow the last one
 */
public record FragmentPage(List<Entry> fragments, boolean more) {
    public FragmentPage {
        fragments = List.copyOf(fragments);
    }

    /** A fragment at rest. */
    public record Entry(FragmentId id, int length, int crc32c) {}
}
