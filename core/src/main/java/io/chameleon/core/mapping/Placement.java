package io.chameleon.core.mapping;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.List;

/**
 * Which server holds which fragment of every segment of an object.
 *
 * @param servers fragment {@code i} of each segment is on {@code servers.get(i)}; distinct, as many as the scheme is wide
 */
public record Placement(RedundancyScheme scheme, List<ServerId> servers) {
    public Placement {
        servers = List.copyOf(servers);
        if (servers.size() != scheme.width()) {
            throw Require.violation("servers of " + scheme, servers, scheme.width() + " servers");
        }
        if (!areDistinct(servers)) {
            throw Require.violation(
                    "servers of " + scheme, servers, "distinct servers (invariant 4 of docs/architecture.md)");
        }
    }

    /** A handful of names: comparing all pairs beats a set, and a placement comes with every message. */
    private static boolean areDistinct(List<ServerId> servers) {
        for (int i = 1; i < servers.size(); i++) {
            if (servers.subList(0, i).contains(servers.get(i))) {
                return false;
            }
        }
        return true;
    }

    public RedundancyPolicy policy() {
        return scheme.policy();
    }
}
