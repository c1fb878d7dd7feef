package io.chameleon.metadata;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database and the flash servers belong to one cluster. While they do not, nothing may be served: to a
 * database that is new, restored in the wrong place or another cluster's, all data on the servers is garbage.
 *
 * <p>A server that names no cluster is older than cluster ids, and passes. One thread checks; results can be read from
 * any thread without waiting.
 */
public final class ClusterCheck {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterCheck.class);
    private static final String UNKNOWN = "ZooKeeper has not said yet which cluster its flash servers are of";

    private final RegisteredServers registered;
    private final String own;
    private final Set<ServerId> named = ConcurrentHashMap.newKeySet();
    private volatile String problem = UNKNOWN;
    private volatile int foreign;
    private volatile @Nullable Own last;

    private record Own(List<ServerInfo> of, List<ServerInfo> servers) {}

    /** @param own id of the database's cluster */
    public ClusterCheck(RegisteredServers registered, String own) {
        this.registered = registered;
        this.own = own;
    }

    /** The id of the database's cluster. */
    public String own() {
        return own;
    }

    /** Why nothing may be served, and what to do; empty if all is well. */
    String problem() {
        return problem;
    }

    /** Whether the check has no first result yet. */
    boolean isOpen() {
        return problem.equals(UNKNOWN);
    }

    /** Registered servers of other clusters, as of the last check. */
    int foreignServers() {
        return foreign;
    }

    /**
     * Checks again, and may wait for service discovery. If that is unreachable the result stays: an outage says nothing
     * about clusters.
     */
    public void look() {
        try {
            String found = find();
            if (!found.equals(problem)) {
                if (found.isEmpty()) {
                    LOG.info("cluster {}: the database and ZooKeeper agree", own);
                } else {
                    LOG.error("nothing is served: {}", found);
                }
            }
            problem = found;
        } catch (RuntimeException e) {
            LOG.warn("it cannot be checked which cluster this is: {}", e.getMessage());
        }
    }

    private String find() {
        List<ServerInfo> all = registered.registered();
        Set<String> others = foreigners(all).stream()
                .map(server -> server.identity().cluster())
                .collect(Collectors.toCollection(TreeSet::new));
        String there = registered.cluster();
        if (there.isEmpty()) {
            boolean isOthers = !others.isEmpty()
                    && all.stream()
                            .noneMatch(server -> server.identity().cluster().equals(own));
            there = isOthers ? String.join(", ", others) : registered.name(own);
        }
        return there.equals(own)
                ? ""
                : "the database is of cluster " + own + ", the flash servers are of cluster " + there
                        + "; point metadata at the database of that cluster or restore it from a backup, or give metadata its own ZooKeeper";
    }

    /** Registered servers that may belong to this cluster. */
    List<ServerInfo> servers() {
        List<ServerInfo> all = registered.registered();
        Own known = last;
        if (known == null || !known.of.equals(all)) {
            known = new Own(all, own(all));
            last = known;
        }
        return known.servers;
    }

    private List<ServerInfo> own(List<ServerInfo> all) {
        foreigners(all).stream()
                .filter(server -> named.add(server.id()))
                .forEach(server -> LOG.error(
                        "registration of server {} passed over: it is of cluster {}, this one is {}",
                        server.id(),
                        server.identity().cluster(),
                        own));
        return all.stream().filter(Predicate.not(this::isForeign)).toList();
    }

    /** {@link #servers}, as the source of the directory. */
    public RegisteredServers ownServers() {
        return new RegisteredServers() {
            @Override
            public List<ServerInfo> registered() {
                return servers();
            }

            @Override
            public boolean isCurrent() {
                return registered.isCurrent();
            }
        };
    }

    private List<ServerInfo> foreigners(List<ServerInfo> servers) {
        List<ServerInfo> found = servers.stream().filter(this::isForeign).toList();
        foreign = found.size();
        return found;
    }

    private boolean isForeign(ServerInfo server) {
        String cluster = server.identity().cluster();
        return !cluster.isEmpty() && !cluster.equals(own);
    }
}
