package io.chameleon.core.placement;

import io.chameleon.core.ServerId;
import io.chameleon.core.placement.FailureDomains.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Whether the servers met so far, in an order of preference, decide what {@link FailureDomains#choose} returns: then
 * the rest of the order need not be walked.
 *
 * <p>In a zone the first server of each node comes before all second ones, so those met first keep their ranks in the
 * zone whatever follows. The choice is decided once there are enough of them up to some rank, and no zone can still get
 * an entry of a lower rank.
 */
public final class FirstOfDomains {
    private final FailureDomains domains;
    private final int count;
    private final Map<Object, Zone> zones = new HashMap<>();
    private final Set<Object> nodes = new HashSet<>();
    private int fresh;

    private static final class Zone {
        /** Servers that count as used. */
        int held;
        /** These, and the first servers of other nodes. */
        int level;
        /** Whether there is a server whose node was taken. */
        boolean repeats;
    }

    /**
     * @param held servers that count as used
     * @param count of servers to choose
     */
    public FirstOfDomains(FailureDomains domains, Collection<ServerId> held, int count) {
        this.domains = domains;
        this.count = count;
        domains.zones().forEach(zone -> zones.put(zone, new Zone()));
        for (ServerId server : held) {
            nodes.add(domains.domain(Level.NODE, server));
            Zone zone = zone(server);
            zone.held++;
            zone.level++;
        }
    }

    /** The next server in the order, each once. */
    public void add(ServerId server) {
        if (domains.isFlat()) {
            fresh++;
        } else if (nodes.add(domains.domain(Level.NODE, server))) {
            zone(server).level++;
            fresh++;
        } else {
            zone(server).repeats = true;
        }
    }

    private Zone zone(ServerId server) {
        return zones.computeIfAbsent(domains.domain(Level.ZONE, server), any -> new Zone());
    }

    /** If servers fail one by one, the first ones are chosen. */
    public boolean isDecided() {
        if (fresh < count || domains.isFlat()) {
            return fresh >= count;
        }
        int rank = 0;
        while (below(rank + 1) < count) {
            rank++;
        }
        for (Zone zone : zones.values()) {
            boolean isFilled = zone.level > rank || (zone.level == rank && !zone.repeats);
            if (!isFilled) {
                return false;
            }
        }
        return true;
    }

    /** Servers met whose rank in their zone is known to be lower than this. */
    private int below(int rank) {
        int known = 0;
        for (Zone zone : zones.values()) {
            known += Math.max(0, Math.min(zone.level, rank) - zone.held);
        }
        return known;
    }
}
