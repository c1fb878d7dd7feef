package io.chameleon.policy.ledger;

import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.Movable;
import io.chameleon.policy.ObjectGroup;
import io.chameleon.policy.ServerLoad;

/**
 * What one fragment of an object, or of a group, brings to a server: pages, page writes per epoch, and the room that
 * its next write needs there.
 *
 * @param horizonEpochs how far the {@link Outlook} looks ahead
 */
record FragmentLoad(WriteRates rates, int horizonEpochs) {

    /** Pages that the next writes bring along; 0 if the placement has no fragment there. */
    long pages(Movable object, Placement placement, ServerLoad server) {
        return pages(object, placement.scheme(), index(placement, server), server);
    }

    /**
     * Pages that the next writes bring along. Of a group those are at most the pages written to it within the horizon:
     * what is not written stays where it is.
     *
     * @param index of the fragment, negative for none
     */
    long pages(Movable object, RedundancyScheme scheme, int index, ServerLoad server) {
        if (index < 0) {
            return 0;
        }
        return switch (object) {
            case Candidate one -> one.pages(scheme, index, server.pageBytes());
            case ObjectGroup group ->
                Math.round(Math.min(group.mostPages(), horizonEpochs * pageWrites(group, scheme, index, server)));
        };
    }

    /** Page writes per epoch; 0 if the placement has no fragment there. */
    double pageWrites(Movable object, Placement placement, ServerLoad server) {
        return pageWrites(object, placement.scheme(), index(placement, server), server);
    }

    /** @param index of the fragment, negative for none */
    double pageWrites(Movable object, RedundancyScheme scheme, int index, ServerLoad server) {
        return index < 0 ? 0 : rates.ofPage(object) * object.pagesPerWrite(scheme, index, server.pageBytes());
    }

    /** Pages that the next write needs beyond those that the live version takes on the same server. */
    long room(Movable object, Placement next, ServerLoad server) {
        return room(object, pages(object, next, server), server);
    }

    /** As {@link #room(Movable, Placement, ServerLoad)}, for a next version of this many pages there. */
    long room(Movable object, long pages, ServerLoad server) {
        return Math.max(0, pages - pages(object, object.live(), server));
    }

    private static int index(Placement placement, ServerLoad server) {
        return placement.servers().indexOf(server.id());
    }
}
