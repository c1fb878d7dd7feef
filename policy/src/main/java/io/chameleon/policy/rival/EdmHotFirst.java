package io.chameleon.policy.rival;

import io.chameleon.core.wear.WearModel;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.RivalConfig;
import io.chameleon.policy.ServerLoad;
import java.util.Comparator;
import java.util.List;

/**
 * Hot Data First: shifts page writes by moving the objects that are written most often (EDM III-B4). As in the paper,
 * the effect on fill is ignored.
 */
final class EdmHotFirst implements EdmVariant {
    private final RivalConfig config;
    private final double windowEpochs;

    /** @param epoch of the snapshot, which is the length of a window since the start */
    EdmHotFirst(RivalConfig config, long epoch) {
        this.config = config;
        this.windowEpochs = config.edmCumulative() ? Math.max(1, epoch) : 1;
    }

    /**
     * {@code W_c} of a server (reading 27). Copies of earlier plans do not count: Algorithm 1 shifts page writes that
     * go with objects, and those of a copy went with none. If they counted, a server that took objects would be a
     * source in the next epoch, and where clients write less than is copied this never ends.
     */
    static double writes(ServerLoad server, RivalConfig config) {
        return config.edmCumulative() ? server.hostPageWrites() : server.windowWrites();
    }

    @Override
    public double erases(ServerLoad server, double amount) {
        return WearModel.edmErases(amount, server.pagesPerBlock(), utilisation(server), config.edmSigma());
    }

    /** {@code u} of EDM: the fill that a user of the disk sees. */
    private static double utilisation(ServerLoad server) {
        return (double) server.livePages() / server.capacityPages();
    }

    @Override
    public double amount(ServerLoad server) {
        return writes(server, config);
    }

    /**
     * Temperature sums to twice a steady rate (reading 5), and a write is assumed to write the whole fragment. If
     * writes are smaller, that exceeds what the server has measured; then its fragments share the measured writes.
     */
    @Override
    public Amounts amounts(ServerLoad server, List<HeldFragment> all) {
        double sum = all.stream()
                .mapToDouble(fragment -> wholeWrites(fragment, server))
                .sum();
        double scale = sum > amount(server) ? amount(server) / sum : 1;
        return fragment -> scale * wholeWrites(fragment, server);
    }

    private double wholeWrites(HeldFragment fragment, ServerLoad server) {
        return windowEpochs * fragment.object().heat() / 2 * fragment.pages(server);
    }

    /** Highest temperature first. */
    @Override
    public Comparator<Candidate> order() {
        return Comparator.<Candidate>comparingInt(object -> -Math.getExponent(object.heat()))
                .thenComparing(EdmVariant.remappedFirst())
                .thenComparing(Comparator.comparingDouble(Candidate::heat).reversed())
                .thenComparing(Candidate::id);
    }

    @Override
    public boolean isMovable(Candidate object) {
        return object.heat() > 0;
    }

    @Override
    public boolean mayGive(double fill) {
        return true;
    }

    @Override
    public String unit() {
        return "page writes";
    }
}
