package io.chameleon.policy.ledger;

import io.chameleon.core.wear.WearModel;
import io.chameleon.policy.ServerLoad;
import java.util.List;

/**
 * The cost of a page write on a device, depending on its fill.
 *
 * <p>A fuller device collects fuller victims: under random writes at 70 % of the flash, a tenth more data means a
 * quarter more wear for <em>all</em> writes of the device. If all objects are equally warm, this is most of the effect
 * of a move, and a plan that ignores it overshoots. How full victims are also depends on the workload: if data is
 * overwritten in turn, they are nearly empty however full the device is. EDM's Eq. 3,
 * {@code u = (u_r - 1) / ln u_r + sigma}, has one number for the workload, which is fitted here to the devices'
 * reports; so the cost rises steeply with the fill only if victims are full.
 *
 * @param meanVictim mean share of valid pages in the victims of the servers that have collected; 0 without any
 * @param followsFill whether the cost depends on the fill
 */
record GarbageModel(double meanVictim, double sigma, boolean followsFill) {
    private static final double MAX_VICTIM_UTILISATION = 0.95;

    /** Fits EDM's sigma to the means of the servers that have collected; without any, EDM's own. */
    static GarbageModel of(List<ServerLoad> servers) {
        List<ServerLoad> collected = servers.stream()
                .filter(server -> server.victimUtilisation() > 0)
                .toList();
        if (collected.isEmpty()) {
            return new GarbageModel(0, WearModel.EDM_SIGMA, true);
        }
        double victim = collected.stream()
                .mapToDouble(ServerLoad::victimUtilisation)
                .average()
                .orElse(0);
        double fill = collected.stream()
                .mapToDouble(s -> s.livePages() / ((double) s.blocks() * s.pagesPerBlock()))
                .average()
                .orElse(0);
        double ofRandomWrites = victim >= 1 ? 1 : (victim - 1) / Math.log(victim);
        return new GarbageModel(victim, fill - ofRandomWrites, true);
    }

    /** The same cost at any fill, as in the paper's Eq. 2. */
    static GarbageModel asPrinted(List<ServerLoad> servers) {
        return new GarbageModel(of(servers).meanVictim, 0, false);
    }

    /** Mean share of valid pages in a server's victims; for a new device the mean of the others. */
    double victimUtilisation(ServerLoad server) {
        double mu = server.victimUtilisation() > 0 ? server.victimUtilisation() : meanVictim;
        return Math.min(mu, MAX_VICTIM_UTILISATION);
    }

    /** Programs per page written on a device with this filled share of its flash. */
    double programsPerPage(double utilisation) {
        return followsFill
                ? 1 / (1 - Math.min(WearModel.victimUtilisation(utilisation, sigma), MAX_VICTIM_UTILISATION))
                : 1;
    }
}
