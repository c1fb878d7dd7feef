package io.chameleon.policy.rival;

import io.chameleon.policy.Candidate;
import io.chameleon.policy.ServerLoad;
import java.util.Comparator;
import java.util.List;

/** What EDM's two migration policies differ in (EDM III-B4, III-B5). An amount is what Algorithm 1 shifts. */
interface EdmVariant {
    /** Erases of a window on a device with such an amount, the rest as it is (Eq. 4). */
    double erases(ServerLoad server, double amount);

    /** The amount a server has now. */
    double amount(ServerLoad server);

    /** What a fragment of the object is of a server's amount, if all objects known there are {@code all}. */
    Amounts amounts(ServerLoad server, List<Candidate> all);

    /** Which objects are moved first; the same preference on every server. */
    Comparator<Candidate> order();

    /** Whether an object is of the kind this policy moves. */
    boolean isMovable(Candidate object);

    /** Whether a server of such a fill may give anything away. */
    boolean mayGive(double fill);

    /** In words, for reasons: {@code page writes}. */
    String unit();

    /** The amount of one fragment. */
    interface Amounts {
        double of(Candidate object);
    }

    /**
     * Which comes first of two objects whose measure is within a factor of two: EDM prefers those its remapping table knows
     * already (EDM III-C), and we read "prefers" so that it never takes an object in place of one of twice the measure.
     */
    static Comparator<Candidate> remappedFirst() {
        return Comparator.comparing(object -> object.remapEpoch() == 0);
    }
}
