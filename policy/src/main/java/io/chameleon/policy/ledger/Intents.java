package io.chameleon.policy.ledger;

import io.chameleon.core.ServerId;
import io.chameleon.policy.Candidate;
import java.util.List;
import java.util.stream.IntStream;

/** The two placements of an object that waits for a write, interpreted. */
public final class Intents {
    private Intents() {}

    /** Whether the next write brings another policy, so that every fragment is new. */
    public static boolean isRecoded(Candidate object) {
        return object.policy() != object.live().policy();
    }

    /** Servers of the next placement that hold nothing of the object now. */
    private static List<ServerId> newServers(Candidate object) {
        return object.next().servers().stream()
                .filter(server -> !object.live().servers().contains(server))
                .toList();
    }

    /** Servers that get something when the object is copied to its next placement. */
    public static List<ServerId> writtenByACopy(Candidate object) {
        return isRecoded(object) ? object.next().servers() : newServers(object);
    }

    /** The fragments of each segment that a bulk copy writes: all under a new policy, else only those that move. */
    private static IntStream copied(Candidate object) {
        List<ServerId> next = object.next().servers();
        return IntStream.range(0, next.size())
                .filter(index -> isRecoded(object) || !object.live().servers().contains(next.get(index)));
    }

    public static long fragmentsToCopy(Candidate object) {
        return copied(object)
                .mapToLong(index -> object.fragments(object.next().scheme(), index))
                .sum();
    }

    public static long pagesToCopy(Candidate object, int pageBytes) {
        return copied(object)
                .mapToLong(index -> object.pages(object.next().scheme(), index, pageBytes))
                .sum();
    }
}
