package io.chameleon.policy.rival;

import io.chameleon.core.wear.WearModel;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.RivalConfig;
import io.chameleon.policy.ServerLoad;
import java.util.Comparator;
import java.util.List;

/**
 * Cold Data First: shifts utilisation by moving large objects that are rarely accessed (EDM III-B4). As in the paper,
 * the effect on page writes is ignored. Utilisation is counted in pages, so that one device gives exactly what the
 * other gets even if their capacities differ.
 */
final class EdmColdFirst implements EdmVariant {
    private final RivalConfig config;

    EdmColdFirst(RivalConfig config) {
        this.config = config;
    }

    @Override
    public double erases(ServerLoad server, double amount) {
        double writes = EdmHotFirst.writes(server, config);
        return WearModel.edmErases(writes, server.pagesPerBlock(), amount / server.capacityPages(), config.edmSigma());
    }

    @Override
    public double amount(ServerLoad server) {
        return server.livePages();
    }

    @Override
    public Amounts amounts(ServerLoad server, List<HeldFragment> all) {
        return fragment -> fragment.pages(server);
    }

    /** Largest first, so that few objects are moved. */
    @Override
    public Comparator<Candidate> order() {
        return Comparator.<Candidate>comparingInt(object -> Long.numberOfLeadingZeros(object.size()))
                .thenComparing(EdmVariant.remappedFirst())
                .thenComparing(Comparator.comparingLong(Candidate::size).reversed())
                .thenComparing(Candidate::id);
    }

    @Override
    public boolean isMovable(Candidate object) {
        return object.size() > 0 && object.accessHeat() < config.edmColdBelow();
    }

    @Override
    public boolean mayGive(double fill) {
        return fill >= config.edmLeastUtilisation();
    }

    @Override
    public String unit() {
        return "pages";
    }
}
