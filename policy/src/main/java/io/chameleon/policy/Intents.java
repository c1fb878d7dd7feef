package io.chameleon.policy;

import io.chameleon.core.ServerId;
import java.util.List;

/** What the two placements of an object that waits for a write say. */
final class Intents {
    private Intents() {}

    /** Whether the next write brings another policy, so that every fragment is new. */
    static boolean isRecoded(Candidate object) {
        return object.policy() != object.live().policy();
    }

    /** Servers of the next placement that hold nothing of the object now. */
    static List<ServerId> newServers(Candidate object) {
        return object.next().servers().stream()
                .filter(server -> !object.live().servers().contains(server))
                .toList();
    }

    /** Fragments a bulk copy writes to each segment: all of them under a new policy, else only those that move. */
    private static int fragmentsPerSegment(Candidate object) {
        return isRecoded(object)
                ? object.next().scheme().width()
                : newServers(object).size();
    }

    static long fragmentsToCopy(Candidate object) {
        return fragmentsPerSegment(object) * object.segments();
    }

    static long pagesToCopy(Candidate object, int pageBytes) {
        return fragmentsPerSegment(object) * object.pagesPerServer(object.next().scheme(), pageBytes);
    }
}
