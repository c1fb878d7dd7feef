package io.chameleon.policy.rival;

import io.chameleon.policy.Candidate;
import io.chameleon.policy.ServerLoad;
import java.util.Comparator;
import java.util.List;

/** How EDM's two migration policies differ (EDM III-B4, III-B5). An amount is what Algorithm 1 shifts. */
interface EdmVariant {
    /** Erases of a window on a device with this amount, all else unchanged (Eq. 4). */
    double erases(ServerLoad server, double amount);

    /** The amount a server has now. */
    double amount(ServerLoad server);

    /** A fragment's part of a server's amount, if {@code all} are those of the known objects there. */
    Amounts amounts(ServerLoad server, List<HeldFragment> all);

    /** Which objects are moved first; the same preference on every server. */
    Comparator<Candidate> order();

    /** Whether an object is of the kind this policy moves. */
    boolean isMovable(Candidate object);

    /** Whether a server of this fill may give anything away. */
    boolean mayGive(double fill);

    /** In words, for reasons: {@code page writes}. */
    String unit();

    /** The amount of one fragment. */
    interface Amounts {
        double of(HeldFragment fragment);
    }

    /**
     * The order of two objects whose measures are within a factor of two: EDM prefers those that its remapping table
     * already knows (EDM III-C). We read "prefers" so that it never takes an object in place of one of twice the
     * measure.
     */
    static Comparator<Candidate> remappedFirst() {
        return Comparator.comparing(object -> object.remapEpoch() == 0);
    }
}
