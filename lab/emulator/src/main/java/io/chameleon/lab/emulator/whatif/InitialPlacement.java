package io.chameleon.lab.emulator.whatif;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The initial placement of fragments in the model: as in the cluster. Fragments of servers left out, and those that a
 * sample puts on a server beyond its room, go to the emptiest other server, as repair would do. Not safe from several
 * threads.
 */
final class InitialPlacement {
    /** As in the emulator's first placement. */
    private static final double MAX_FILL = 0.98;

    private final Map<ServerId, Integer> numbers = new HashMap<>();
    private final double[] capacity;
    private final double[] pages;
    private final int pageBytes;
    private final RedundancyScheme rep;
    private final RedundancyScheme ec;
    private final IntFunction<ServerId> names;

    /**
     * @param capacity pages of each virtual device
     * @param names of the virtual servers
     */
    InitialPlacement(LiveCluster live, double[] capacity, IntFunction<ServerId> names) {
        this.names = names;
        this.capacity = capacity.clone();
        pages = new double[capacity.length];
        pageBytes = live.pageBytes();
        rep = live.rep();
        ec = live.ec();
        for (int i = 0; i < capacity.length; i++) {
            numbers.put(live.devices().get(i).server(), i);
        }
    }

    /** The virtual servers of a segment of {@code length} bytes; its scheme is one of the cluster's. */
    Placement place(Placement live, int length) {
        RedundancyScheme scheme = live.policy() == RedundancyPolicy.REP ? rep : ec;
        int[] chosen = new int[scheme.width()];
        for (int i = 0; i < chosen.length; i++) {
            Integer known =
                    i < live.servers().size() ? numbers.get(live.servers().get(i)) : null;
            chosen[i] = known != null && hasRoom(known, scheme.fragmentPages(i, length, pageBytes)) ? known : -1;
        }
        List<ServerId> servers = new ArrayList<>();
        for (int i = 0; i < chosen.length; i++) {
            int needed = scheme.fragmentPages(i, length, pageBytes);
            if (chosen[i] < 0) {
                chosen[i] = emptiest(chosen, needed);
            }
            pages[chosen[i]] += needed;
            servers.add(names.apply(chosen[i]));
        }
        return new Placement(scheme, servers);
    }

    private boolean hasRoom(int server, int needed) {
        return pages[server] + needed <= MAX_FILL * capacity[server];
    }

    private int emptiest(int[] but, int needed) {
        int best = -1;
        for (int i = 0; i < capacity.length; i++) {
            boolean taken = false;
            for (int other : but) {
                taken |= other == i;
            }
            if (!taken && hasRoom(i, needed) && (best < 0 || fill(i) < fill(best))) {
                best = i;
            }
        }
        Require.that(best >= 0, "servers that answered", capacity.length, "enough, with enough room, for all data");
        return best;
    }

    private double fill(int server) {
        return pages[server] / capacity[server];
    }
}
