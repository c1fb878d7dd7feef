package io.chameleon.policy.predictive;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.draft.Destinations;
import io.chameleon.policy.draft.PlanDraft;
import io.chameleon.policy.ledger.WearLedger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes room on servers that are too full to take anything: their coldest fragments, which no client will write, are
 * copied to the emptiest servers at once, within the budget. Until then such a server can neither take hot fragments
 * nor collect garbage cheaply.
 */
final class FullServers {
    /** Room that a full server should have, as a share of its capacity. */
    private static final double ROOM_TO_MAKE = 0.03;

    private final ClusterSnapshot snapshot;
    private final PlanDraft draft;
    private final BulkBudget bulk;
    private final WearLedger ledger;
    private final Destinations destinations;

    FullServers(ClusterSnapshot snapshot, PlanDraft draft, BulkBudget bulk) {
        this.snapshot = snapshot;
        this.draft = draft;
        this.bulk = bulk;
        this.ledger = draft.ledger();
        this.destinations = new Destinations(ledger);
    }

    void relieve() {
        List<ServerId> full = new ArrayList<>();
        for (Iterator<ServerId> order = ledger.fullestFirst(); order.hasNext(); ) {
            ServerId server = order.next();
            if (ledger.settledFill(server) >= ledger.maxFill()) {
                full.add(server);
            }
        }
        if (!full.isEmpty()) {
            Map<ServerId, List<Candidate>> coldestFirst = coldestFirst(full);
            full.forEach(server -> relieve(server, coldestFirst.getOrDefault(server, List.of())));
        }
    }

    private Map<ServerId, List<Candidate>> coldestFirst(List<ServerId> servers) {
        Map<ServerId, List<Candidate>> lists = new HashMap<>();
        servers.forEach(server -> lists.put(server, new ArrayList<>()));
        snapshot.objects().stream()
                .filter(object -> draft.isFree(object) && !object.state().isIntermediate())
                .sorted(Comparator.comparingDouble(Candidate::heat).thenComparing(Candidate::id))
                .forEach(object -> object.holders(object.next())
                        .forEach(server -> lists.computeIfPresent(server, (s, list) -> {
                            list.add(object);
                            return list;
                        })));
        return lists;
    }

    private void relieve(ServerId server, List<Candidate> coldestFirst) {
        for (Candidate cold : coldestFirst) {
            if (ledger.settledFill(server) <= ledger.maxFill() - ROOM_TO_MAKE || !bulk.isLeft()) {
                return;
            }
            if (draft.isFree(cold)) {
                sendToEmptiest(cold, server);
            }
        }
    }

    private void sendToEmptiest(Candidate cold, ServerId from) {
        for (Iterator<ServerId> emptiest = ledger.emptiestFirst(); emptiest.hasNext(); ) {
            ServerId to = emptiest.next();
            if (ledger.fill(to) >= ledger.settledFill(from)) {
                return;
            }
            Optional<Placement> destination = destinations.replaced(cold, from, to);
            if (destination.isPresent()) {
                if (bulk.spend(ledger.pagesOn(from, cold))) {
                    draft.moveAtOnce(
                            cold,
                            RedundancyEvent.SWAP,
                            destination.get(),
                            "fill: coldest of " + from + " (full) makes room");
                }
                return;
            }
        }
    }
}
