package io.chameleon.node.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeZoneTest {
    @TempDir
    Path credentials;

    private FakeKubernetes kubernetes;
    private KubernetesApi api;

    @BeforeEach
    void start() throws Exception {
        kubernetes = new FakeKubernetes(credentials);
        api = kubernetes.api();
    }

    @AfterEach
    void stop() {
        api.close();
        kubernetes.close();
    }

    @Test
    void zone_isTheLabelOfTheNode() throws Exception {
        kubernetes.put(
                "/api/v1/nodes/node-1",
                "{\"metadata\":{\"labels\":{\"topology.kubernetes.io/zone\":\"east\",\"other\":\"x\"}}}");
        assertThat(new NodeZone(api).of("node-1")).isEqualTo("east");
    }

    @Test
    void zone_ofANodeWithoutLabels_isEmpty() throws Exception {
        kubernetes.put("/api/v1/nodes/node-1", "{\"metadata\":{}}");
        assertThat(new NodeZone(api).of("node-1")).isEmpty();
    }

    @Test
    void zone_thatKubernetesRefusesToTell_isAnErrorAndNotEmpty() throws Exception {
        assertThatThrownBy(() -> new NodeZone(api).of("node-2"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Kubernetes answered 404 to /api/v1/nodes/node-2: not found");
        Files.writeString(credentials.resolve("token"), "another");
        assertThatThrownBy(() -> new NodeZone(api).of("node-2"))
                .hasMessage("Kubernetes answered 401 to /api/v1/nodes/node-2: Unauthorized");
    }

    @Test
    void node_thatIsNoName_isRefusedBeforeItIsSent() {
        assertThatThrownBy(() -> new NodeZone(api).of("../secrets"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--node");
    }
}
