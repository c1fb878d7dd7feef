package io.chameleon.policy.ledger;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import io.chameleon.policy.Candidate;
import io.chameleon.policy.ClusterSnapshot;
import io.chameleon.policy.ObjectGroup;
import io.chameleon.policy.ServerLoad;
import java.util.HashMap;
import java.util.Map;

/**
 * The writes to objects that a snapshot does not list. It lists the hottest, the coldest and those in an intermediate
 * state. The rest is what the servers measured, {@code sum of writesPerEpoch}, minus the writes of the listed objects.
 * It is spread over the servers in proportion to their live pages that no listed object explains. If all objects are
 * listed, the term vanishes.
 */
final class UnlistedWrites {
    private UnlistedWrites() {}

    /** Page writes per epoch for each server with any. O(objects). */
    static Map<ServerId, Double> of(ClusterSnapshot snapshot, WriteRates rates) {
        Map<ServerId, Unexplained> servers = new HashMap<>();
        double rest = 0;
        for (ServerLoad server : snapshot.servers()) {
            servers.put(server.id(), new Unexplained(server));
            rest += server.writesPerEpoch();
        }
        for (Candidate object : snapshot.objects()) {
            Placement live = object.live();
            for (int i = 0; i < live.servers().size(); i++) {
                Unexplained server = servers.get(live.servers().get(i));
                if (server != null) {
                    long pages = object.pages(live.scheme(), i, server.pageBytes);
                    server.pages -= pages;
                    rest -= rates.ofPage(object) * pages;
                }
            }
        }
        for (ObjectGroup group : snapshot.groups()) {
            for (int i = 0; i < group.live().servers().size(); i++) {
                if (servers.containsKey(group.live().servers().get(i))) {
                    rest -= rates.ofPage(group) * group.pagesPerWrite().get(i);
                }
            }
        }
        double total = 0;
        for (Unexplained server : servers.values()) {
            total += Math.max(0, server.pages);
        }
        Map<ServerId, Double> writes = new HashMap<>();
        if (rest > 0 && total > 0) {
            for (Map.Entry<ServerId, Unexplained> server : servers.entrySet()) {
                writes.put(server.getKey(), rest * Math.max(0, server.getValue().pages) / total);
            }
        }
        return writes;
    }

    /** Live pages of a server that no listed object explains so far. */
    private static final class Unexplained {
        private final int pageBytes;
        private long pages;

        Unexplained(ServerLoad server) {
            pageBytes = server.pageBytes();
            pages = server.livePages();
        }
    }
}
