package io.chameleon.core.placement;

import io.chameleon.core.ServerId;
import io.chameleon.core.placement.FailureDomains.Level;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Whether fragments of one object crowd a failure domain, which then holds more of them than the scheme survives, and
 * which of them go elsewhere. Clients ask before a write, the balancer of what is stored. A fragment that is on no
 * server, padding or one that is missing, does not count.
 */
public final class Crowding {
    private final FailureDomains domains;
    private final RedundancyScheme scheme;
    private final List<ServerId> servers;
    private final int[] counted;

    /**
     * @param servers of all fragments, in the order of their indexes
     * @param counts whether the fragment of an index is, or is to be, on its server
     */
    public Crowding(FailureDomains domains, RedundancyScheme scheme, List<ServerId> servers, IntPredicate counts) {
        this.domains = domains;
        this.scheme = scheme;
        this.servers = List.copyOf(servers);
        this.counted = IntStream.range(0, scheme.width()).filter(counts).toArray();
    }

    /** Where a fragment may go, given the servers of all and of those others that count; empty if it is to stay. */
    public interface Place {
        Optional<ServerId> of(int index, List<ServerId> taken, List<ServerId> holding);
    }

    /** Fragments beyond what the scheme survives, over the domains of a level. */
    public int excess(Level level) {
        return excess(level, servers);
    }

    /** The fewest moves, one after the other, each of which leaves less excess; none if there is no better place. */
    public Map<Integer, ServerId> relieve(Place place) {
        Map<Integer, ServerId> moves = new TreeMap<>();
        if (domains.isFlat()) {
            return moves;
        }
        List<ServerId> after = new ArrayList<>(servers);
        while (excess(after) > 0 && relieveOne(after, moves, place)) {
            // One more.
        }
        return moves;
    }

    private boolean relieveOne(List<ServerId> after, Map<Integer, ServerId> moves, Place place) {
        return moveOne(after, moves, place) || moveBehindPadding(after, moves, place);
    }

    private boolean moveOne(List<ServerId> after, Map<Integer, ServerId> moves, Place place) {
        int before = excess(after);
        for (int index : counted) {
            ServerId from = after.get(index);
            Optional<ServerId> to = isCrowded(after, from) && !moves.containsKey(index)
                    ? place.of(index, after, holding(after, index))
                    : Optional.empty();
            if (to.isPresent()) {
                after.set(index, to.get());
                if (excess(after) < before) {
                    moves.put(index, to.get());
                    return true;
                }
                after.set(index, from);
            }
        }
        return false;
    }

    /**
     * Padding that takes up a place in a better domain goes elsewhere, which costs nothing, and a fragment takes its
     * place.
     */
    private boolean moveBehindPadding(List<ServerId> after, Map<Integer, ServerId> moves, Place place) {
        for (int index = 0; index < scheme.width(); index++) {
            Optional<ServerId> to = isCounted(index) || moves.containsKey(index)
                    ? Optional.empty()
                    : place.of(index, after, holding(after, index));
            if (to.isPresent()) {
                ServerId from = after.set(index, to.get());
                if (moveOne(after, moves, place)) {
                    moves.put(index, to.get());
                    return true;
                }
                after.set(index, from);
            }
        }
        return false;
    }

    private boolean isCounted(int index) {
        return Arrays.binarySearch(counted, index) >= 0;
    }

    private boolean isCrowded(List<ServerId> placed, ServerId server) {
        return Arrays.stream(Level.values())
                .anyMatch(level ->
                        excess(inDomains(level, placed).getOrDefault(domains.domain(level, server), Set.of())) > 0);
    }

    private int excess(List<ServerId> placed) {
        return excess(Level.ZONE, placed) + excess(Level.NODE, placed);
    }

    /** A level with one domain is not judged: nothing could survive its loss. */
    private int excess(Level level, List<ServerId> placed) {
        return domains.count(level) <= 1
                ? 0
                : inDomains(level, placed).values().stream()
                        .mapToInt(this::excess)
                        .sum();
    }

    /** How many of these fragments, lost together, are more than the scheme survives. */
    private int excess(Set<Integer> indexes) {
        return Math.max(0, -scheme.margin(indexes));
    }

    /** The fragments in each domain. */
    private Map<Object, Set<Integer>> inDomains(Level level, List<ServerId> placed) {
        Map<Object, Set<Integer>> held = new HashMap<>();
        for (int index : counted) {
            held.computeIfAbsent(domains.domain(level, placed.get(index)), any -> new HashSet<>())
                    .add(index);
        }
        return held;
    }

    private List<ServerId> holding(List<ServerId> placed, int without) {
        return IntStream.of(counted)
                .filter(index -> index != without)
                .mapToObj(placed::get)
                .toList();
    }
}
