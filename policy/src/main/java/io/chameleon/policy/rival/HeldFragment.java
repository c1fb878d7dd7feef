package io.chameleon.policy.rival;

import io.chameleon.policy.Candidate;
import io.chameleon.policy.ServerLoad;

/**
 * What a server holds of an object.
 *
 * @param index of the fragment in the object's live placement
 */
record HeldFragment(Candidate object, int index) {
    /** Flash pages that it takes on a server of this page size. */
    long pages(ServerLoad server) {
        return object.pages(object.live().scheme(), index, server.pageBytes());
    }
}
