package io.chameleon.core.mapping;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.List;

/**
 * Which server holds which fragment of every segment of an object.
 *
 * @param servers fragment {@code i} of each segment is on {@code servers.get(i)}; distinct; their number is the
 *     scheme's width
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

    /** A handful of names: comparing all pairs is faster than a set, and every message has a placement. */
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
