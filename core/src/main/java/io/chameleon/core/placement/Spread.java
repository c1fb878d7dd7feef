package io.chameleon.core.placement;

import io.chameleon.core.ServerId;
import io.chameleon.core.placement.FailureDomains.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** How many fragments of a segment each failure domain holds. */
public final class Spread {
    private final FailureDomains domains;
    private final Map<Level, Map<Object, Integer>> used = new HashMap<>();

    Spread(FailureDomains domains, Collection<ServerId> placed) {
        this.domains = domains;
        for (Level level : Level.values()) {
            Map<Object, Integer> counts = new HashMap<>();
            placed.forEach(server -> counts.merge(domains.domain(level, server), 1, Integer::sum));
            used.put(level, counts);
        }
    }

    /** How many fragments are in a server's domain. */
    public int beside(Level level, ServerId server) {
        return counts(level).getOrDefault(domains.domain(level, server), 0);
    }

    /** The largest number in one domain; 0 if there are none. */
    public int most(Level level) {
        return counts(level).values().stream().mapToInt(count -> count).max().orElse(0);
    }

    /**
     * Fragments in excess of a survivable loss, summed over all domains; 0 if the object survives the loss of any
     * domain. A level with one domain is not judged: nothing could survive its loss.
     *
     * @param survives fragments of a segment that may be lost
     */
    public int excess(Level level, int survives) {
        return domains.count(level) <= 1
                ? 0
                : counts(level).values().stream()
                        .mapToInt(count -> Math.max(0, count - survives))
                        .sum();
    }

    /**
     * Whether one fragment may go from one server to another. In each domain that it enters, the count may not exceed
     * that of an even spread, nor the survivable loss unless some domain already had as many.
     */
    public boolean allows(ServerId from, ServerId to, int survives) {
        int zones = Math.max(1, domains.count(Level.ZONE));
        boolean sameZone = isSame(Level.ZONE, from, to);
        int inZone = beside(Level.ZONE, to) + (sameZone ? 0 : 1);
        int all = counts(Level.ZONE).values().stream().mapToInt(count -> count).sum();
        int nodes = Math.max(1, domains.nodesBeside(to));
        return (sameZone || enters(Level.ZONE, inZone, shareOf(all, zones), survives))
                && (isSame(Level.NODE, from, to)
                        || enters(Level.NODE, beside(Level.NODE, to) + 1, shareOf(inZone, nodes), survives));
    }

    private boolean enters(Level level, int after, int evenShare, int survives) {
        return after <= evenShare && (after <= survives || after <= most(level));
    }

    private boolean isSame(Level level, ServerId from, ServerId to) {
        return domains.domain(level, from).equals(domains.domain(level, to));
    }

    private static int shareOf(int fragments, int domains) {
        return (fragments + domains - 1) / domains;
    }

    private Map<Object, Integer> counts(Level level) {
        return used.getOrDefault(level, Map.of());
    }
}
