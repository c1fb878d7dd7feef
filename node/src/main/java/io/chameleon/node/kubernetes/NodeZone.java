package io.chameleon.node.kubernetes;

import io.chameleon.core.Require;

/** The zone in a node's label. Kubernetes before 1.35 does not copy that label to pods. */
public final class NodeZone {
    static final String LABEL = "topology.kubernetes.io/zone";
    private static final String NAME = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";

    private final KubernetesApi api;

    public NodeZone(KubernetesApi api) {
        this.api = api;
    }

    /** Empty if the node has no such label. */
    public String of(String node) {
        Require.that(node.matches(NAME), "--node", node, "the name of a node");
        return api.get("/api/v1/nodes/" + node)
                .path("metadata")
                .path("labels")
                .path(LABEL)
                .asText("");
    }
}
