package io.chameleon.policy.ledger;

import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Movable;
import io.chameleon.policy.ObjectGroup;
import io.chameleon.policy.ServerLoad;
import java.util.List;

/**
 * How often each object will be written, from its heat.
 *
 * <p>{@code p_k} sums to twice a steady rate, so {@code p_k / 2} estimates it (reading 5); by the {@code k}-th epoch it
 * has summed to only {@code 2 - 2^(1-k)} times the rate. For an object written less than once an epoch that says
 * little: right after its write it looks hot, right before the next one dead, and a plan that trusts it chases the
 * latest writes. So the estimate is drawn to the mean rate {@code m} of all objects as far as their differences are
 * chance (Buehlmann's credibility). With random writes, {@code p / 2} scatters by {@code r / 3} about an object's own
 * rate r; any scatter of the heats beyond {@code m / 3} is real.
 * {@code rate = m + Z (p / 2 - m), Z = Var(r) / (Var(r) + m / 3)}. For a skewed workload Z is near 1, for objects
 * overwritten in turns it is 0.
 *
 * <p>A write need not cover the whole object. Heat counts writes and servers count pages. If the servers together
 * measured fewer pages than whole writes would take, a write is assumed to write that share of an object's pages.
 */
final class WriteRates {
    private final double mean;
    private final double credibility;
    private final double perHeat;
    private final double partOfObject;

    private WriteRates(double mean, double credibility, double perHeat, double partOfObject) {
        this.mean = mean;
        this.credibility = credibility;
        this.perHeat = perHeat;
        this.partOfObject = partOfObject;
    }

    static WriteRates of(ClusterSnapshot snapshot) {
        WriteRates whole = of(snapshot.objects(), snapshot.epoch());
        return new WriteRates(whole.mean, whole.credibility, whole.perHeat, whole.partOfObject(snapshot));
    }

    static WriteRates of(List<Candidate> objects, long epoch) {
        double perHeat = 1 / (2 - Math.pow(2, 1.0 - Math.clamp(epoch, 1, 60)));
        double mean = objects.stream()
                .mapToDouble(object -> perHeat * object.heat())
                .average()
                .orElse(0);
        double variance = objects.stream()
                .mapToDouble(object -> perHeat * object.heat() - mean)
                .map(off -> off * off)
                .average()
                .orElse(0);
        double chance = mean / 3;
        return new WriteRates(mean, variance <= chance ? 0 : (variance - chance) / variance, perHeat, 1);
    }

    /** Takes each heat literally, as printed. */
    static WriteRates asSeen() {
        return new WriteRates(0, 1, 0.5, 1);
    }

    private double partOfObject(ClusterSnapshot snapshot) {
        double measured = snapshot.servers().stream()
                .mapToDouble(ServerLoad::writesPerEpoch)
                .sum();
        if (measured == 0) {
            return 1; // not known yet
        }
        int pageBytes = snapshot.servers().getFirst().pageBytes();
        double expected = 0;
        for (Candidate object : snapshot.objects()) {
            expected += of(object) * object.pages(object.live().scheme(), pageBytes);
        }
        for (ObjectGroup group : snapshot.groups()) {
            expected += of(group)
                    * group.pagesPerWrite().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum();
        }
        return expected <= measured ? 1 : measured / expected;
    }

    /** Expected writes of an object per epoch, or of all objects of a group: chance evens out in a sum. */
    double of(Movable movable) {
        return movable instanceof ObjectGroup
                ? perHeat * movable.heat()
                : mean + credibility * (perHeat * movable.heat() - mean);
    }

    /** How many times per epoch each page of the object is expected to be written. */
    double ofPage(Movable object) {
        return partOfObject * of(object);
    }

    /** Share of an object's pages that a write writes, 0 to 1. */
    double partOfObject() {
        return partOfObject;
    }
}
