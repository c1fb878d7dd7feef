package io.chameleon.policy.draft;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.placement.Crowding;
import io.chameleon.core.placement.FailureDomains;
import io.chameleon.core.placement.FirstOfDomains;
import io.chameleon.core.placement.LocalSpread;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.Movable;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which servers may take an object: writable, with room, and spread over zones and nodes if there are enough of them.
 */
public final class Destinations {
    private final WearLedger ledger;
    private final Room room;
    private final FailureDomains domains;

    /** Whether fragment {@code index} of an object under a scheme fits on a server. */
    public interface Room {
        boolean fits(Movable object, RedundancyScheme scheme, int index, ServerId server);

        /** Whether any of its fragments fits: none is larger than the first. */
        default boolean fitsAny(Candidate object, RedundancyScheme scheme, ServerId server) {
            return fits(object, scheme, 0, server);
        }
    }

    public Destinations(WearLedger ledger) {
        this(ledger, ledger::hasRoom);
    }

    public Destinations(WearLedger ledger, Room room) {
        this.ledger = ledger;
        this.room = room;
        this.domains = ledger.domains();
    }

    /**
     * The first servers of {@code order} that can take all fragments of the object under {@code scheme}, spread over
     * zones and nodes as {@link FailureDomains#choose} does.
     *
     * <p>They may hold the object's live version: the next write has its own write id, so its fragments never collide
     * with the old ones (reading 19 is about fragments that move alone, see {@link #replaced}).
     *
     * @param order may name a server twice; read only as far as needed
     * @return empty if there are not enough servers with room
     */
    public Optional<Placement> first(Candidate object, RedundancyScheme scheme, Iterator<ServerId> order) {
        Set<ServerId> able = new LinkedHashSet<>();
        FirstOfDomains met = new FirstOfDomains(domains, List.of(), scheme.width());
        while (order.hasNext() && !met.isDecided()) {
            ServerId server = order.next();
            if (ledger.isWritable(server) && room.fitsAny(object, scheme, server) && able.add(server)) {
                met.add(server);
            }
        }
        if (able.size() < scheme.width()) {
            return Optional.empty();
        }
        List<ServerId> inOrder = List.copyOf(able);
        List<ServerId> chosen =
                domains.isFlat() ? inOrder : domains.choose(inOrder, List.of(), scheme.width(), scheme.survives());
        return Optional.of(new Placement(scheme, LocalSpread.arranged(domains, scheme, chosen)));
    }

    /**
     * The object's next placement with one server replaced in place, so that the other fragments keep their index.
     *
     * @return empty if {@code to} may not take the fragment
     */
    public Optional<Placement> replaced(Movable object, ServerId from, ServerId to) {
        Placement next = object.next();
        // Reading 19: never two fragments on one server, in neither array.
        boolean holds = next.servers().contains(to) || object.live().servers().contains(to);
        int index = next.servers().indexOf(from);
        if (holds || !ledger.isWritable(to) || !room.fits(object, next.scheme(), index, to)) {
            return Optional.empty();
        }
        List<ServerId> servers = new ArrayList<>(next.servers());
        servers.set(index, to);
        Placement after = new Placement(next.scheme(), servers);
        return keepsSpread(next, after, from, to) ? Optional.of(after) : Optional.empty();
    }

    private boolean keepsSpread(Placement placement, Placement after, ServerId from, ServerId to) {
        return domains.isFlat()
                || domains.spread(placement.servers())
                                .allows(from, to, placement.scheme().survives())
                        && (!placement.scheme().isLocal() || excess(after) <= excess(placement));
    }

    private int excess(Placement placement) {
        Crowding crowding = new Crowding(domains, placement.scheme(), placement.servers(), index -> true);
        return crowding.excess(FailureDomains.Level.ZONE) + crowding.excess(FailureDomains.Level.NODE);
    }
}
