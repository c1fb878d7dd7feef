package io.chameleon.policy;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which servers may take an object: writable, with room, and with zones spread where there are enough of them. */
final class Destinations {
    private final WearLedger ledger;
    private final Room room;
    private final int zones;

    /** Whether fragment {@code index} of an object under a scheme fits on a server. */
    interface Room {
        boolean fits(Candidate object, RedundancyScheme scheme, int index, ServerId server);

        /** Whether any of its fragments does: none is larger than the first. */
        default boolean fitsAny(Candidate object, RedundancyScheme scheme, ServerId server) {
            return fits(object, scheme, 0, server);
        }
    }

    Destinations(WearLedger ledger) {
        this(ledger, ledger::hasRoom);
    }

    Destinations(WearLedger ledger, Room room) {
        this.ledger = ledger;
        this.room = room;
        this.zones = Math.max(1, ledger.zones());
    }

    /**
     * The first servers of {@code order} that can take all fragments of the object under {@code scheme}, no more to a zone than
     * an even spread needs; where room makes that impossible, distinct servers come before distinct zones.
     *
     * <p>They may hold the object's live version: the next write has a write id of its own, so its fragments never meet the old
     * ones under one name (reading 19 is about fragments that move alone, see {@link #replaced}).
     *
     * @param order may name a server twice; read only as far as needed
     * @return empty if there are not enough servers with room
     */
    Optional<Placement> first(Candidate object, RedundancyScheme scheme, Iterator<ServerId> order) {
        int perZone = (scheme.width() + zones - 1) / zones;
        List<ServerId> chosen = new ArrayList<>();
        List<ServerId> crowding = new ArrayList<>();
        Map<String, Integer> used = new HashMap<>();
        while (order.hasNext() && chosen.size() < scheme.width()) {
            ServerId server = order.next();
            if (chosen.contains(server) || !ledger.isWritable(server) || !room.fitsAny(object, scheme, server)) {
                continue;
            }
            if (used.getOrDefault(ledger.zone(server), 0) < perZone) {
                chosen.add(server);
                used.merge(ledger.zone(server), 1, Integer::sum);
            } else if (!crowding.contains(server)) {
                crowding.add(server);
            }
        }
        crowding.stream().limit(scheme.width() - chosen.size()).forEach(chosen::add);
        return chosen.size() == scheme.width() ? Optional.of(new Placement(scheme, chosen)) : Optional.empty();
    }

    /**
     * The object's next placement with one server replaced where it stood, so that fragments which stay keep their index.
     *
     * @return empty if {@code to} may not take the fragment
     */
    Optional<Placement> replaced(Candidate object, ServerId from, ServerId to) {
        Placement next = object.next();
        // Reading 19: never two fragments on one server, in neither array.
        boolean holds = next.servers().contains(to) || object.live().servers().contains(to);
        int index = next.servers().indexOf(from);
        if (holds
                || !ledger.isWritable(to)
                || !room.fits(object, next.scheme(), index, to)
                || !keepsZones(next, from, to)) {
            return Optional.empty();
        }
        List<ServerId> servers = new ArrayList<>(next.servers());
        servers.set(index, to);
        return Optional.of(new Placement(next.scheme(), servers));
    }

    private boolean keepsZones(Placement placement, ServerId from, ServerId to) {
        String zone = ledger.zone(to);
        if (zone.equals(ledger.zone(from))) {
            return true;
        }
        long there = placement.servers().stream()
                .filter(server -> ledger.zone(server).equals(zone))
                .count();
        int width = placement.scheme().width();
        return there + 1 <= (width + zones - 1) / zones;
    }
}
