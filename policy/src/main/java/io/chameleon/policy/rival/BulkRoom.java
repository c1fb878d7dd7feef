package io.chameleon.policy.rival;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.Movable;
import io.chameleon.policy.ServerLoad;
import io.chameleon.policy.draft.Destinations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Room on the servers for what a plan copies at once. Copies are made one after the other, so a copy's source counts as
 * free for those planned after it. Intents of earlier plans count as already written, except those of LATE_REP: these
 * are withdrawn, or standing and look for room again at their write.
 */
final class BulkRoom implements Destinations.Room {
    private final Map<ServerId, Account> accounts = new HashMap<>();
    private final double bound;

    private static final class Account {
        final ServerLoad server;
        long pages;

        Account(ServerLoad server) {
            this.server = server;
            this.pages = server.livePages();
        }
    }

    /** @param bound share of its capacity to which a server may be filled */
    BulkRoom(ClusterSnapshot snapshot, double bound) {
        this.bound = bound;
        snapshot.servers().forEach(server -> accounts.put(server.id(), new Account(server)));
        for (Candidate object : snapshot.objects()) {
            if (object.state().isIntermediate() && object.state() != RedundancyState.LATE_REP) {
                add(object, object.next(), object.live(), 1);
            }
        }
    }

    @Override
    public boolean fits(Movable object, RedundancyScheme scheme, int index, ServerId server) {
        Account account = accounts.get(server);
        return account != null
                && account.pages + object.pagesPerWrite(scheme, index, account.server.pageBytes())
                        <= bound * account.server.capacityPages();
    }

    /** Counts a copy from the object's current servers to {@code to}, and its source as freed. */
    void move(Candidate object, Placement to) {
        add(object, to, object.live(), 1);
        add(object, object.live(), to, -1);
    }

    /** Pages of an object on the servers of a placement, without fragments that are the same in {@code other}. */
    private void add(Candidate object, Placement placement, Placement other, int sign) {
        boolean recoded = !placement.scheme().equals(other.scheme());
        for (ServerId server : placement.servers()) {
            Account account = accounts.get(server);
            if (account != null && (recoded || !other.servers().contains(server))) {
                account.pages += sign * object.pagesOn(server, placement, account.server.pageBytes());
            }
        }
    }

    /** Share of its capacity that a server will fill. */
    double fill(ServerLoad server) {
        Account account = accounts.get(server.id());
        return account == null ? 1 : (double) account.pages / server.capacityPages();
    }

    /** Mean filled share of these servers. */
    double meanFill(List<ServerLoad> servers) {
        return servers.stream().mapToDouble(this::fill).average().orElse(0);
    }
}
