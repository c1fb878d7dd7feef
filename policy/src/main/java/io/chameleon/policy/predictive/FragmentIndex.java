package io.chameleon.policy.predictive;

import io.chameleon.core.ServerId;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Movable;
import io.chameleon.policy.PolicyConfig;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The movable fragments that each server will hold, by how much is written to them: sorted once, searched by bisection.
 * Objects without a write before an intent expires are left out, since their moves would never come true.
 *
 * <p>Cost: O(objects log objects) to build. Immutable.
 */
final class FragmentIndex {
    /**
     * From this share of an object on, a write counts as whole, since measured and expected writes also differ by
     * chance.
     */
    private static final double MOSTLY_WHOLE = 0.75;

    /** The minimum ratio of the writes that a move takes along while it may wait to the writes that it causes. */
    private static final double LEAST_GAIN = 32;

    /** @param pageWrites to the fragment per epoch, mean over the object's */
    record Fragment(Movable object, double pageWrites) {}

    private final Map<ServerId, List<Fragment>> leastFirst = new HashMap<>();

    FragmentIndex(ClusterSnapshot snapshot, PolicyConfig config, PlanDraft draft) {
        WearLedger ledger = draft.ledger();
        List<Fragment> all = new ArrayList<>();
        for (Movable object : snapshot.movables().toList()) {
            if (draft.isFree(object)
                    && !object.holders(object.next()).isEmpty()
                    && ledger.writesPerEpoch(object) * config.intentExpiryEpochs() >= 1
                    && outweighsItsCost(object, config, ledger)) {
                double pageWrites = ledger.pageWrites(object)
                        / object.holders(object.next()).size();
                all.add(new Fragment(object, pageWrites));
            }
        }
        all.sort(Comparator.comparingDouble(Fragment::pageWrites)
                .thenComparingInt(fragment -> shuffled(fragment.object(), snapshot.epoch()))
                .thenComparing(Fragment::object, Movable.ORDER));
        for (Fragment fragment : all) {
            for (ServerId server : fragment.object().holders(fragment.object().next())) {
                leastFirst.computeIfAbsent(server, s -> new ArrayList<>()).add(fragment);
            }
        }
    }

    /** Equally written objects are ordered differently each epoch, or the first of them would always be chosen. */
    private static int shuffled(Movable object, long epoch) {
        long mixed = (object.nameHash() + 0x9E3779B97F4A7C15L * (epoch + 1)) * 0xBF58476D1CE4E5B9L;
        return (int) (mixed >>> 32);
    }

    /**
     * A partial write carries out a move by also writing the rest of the fragment; the writes that move along must
     * outweigh that. Of a group that is not known, since not all of its objects are written.
     */
    private static boolean outweighsItsCost(Movable object, PolicyConfig config, WearLedger ledger) {
        double part = ledger.partOfObject();
        return part >= MOSTLY_WHOLE
                || object instanceof Candidate
                        && part * ledger.writesPerEpoch(object) * config.intentExpiryEpochs()
                                >= LEAST_GAIN * (1 - part);
    }

    /** The fragments that go to a server, least written first. */
    List<Fragment> of(ServerId server) {
        return leastFirst.getOrDefault(server, List.of());
    }

    /** How many of them are written at most this much. O(log fragments). */
    static int atMost(List<Fragment> leastFirst, double pageWrites) {
        int low = 0;
        int high = leastFirst.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (leastFirst.get(middle).pageWrites() <= pageWrites) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
