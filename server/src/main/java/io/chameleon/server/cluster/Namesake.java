package io.chameleon.server.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.core.ServerId;
import io.chameleon.transport.rpc.Endpoint;
import java.util.Optional;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/** A server with another device that is registered under the same id. */
final class Namesake {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Namesake() {}

    /**
     * Where it is and its device, for messages. Empty if there is none: nobody is registered, or a process with this
     * device, or an older build, which does not name its device, or what is there is no entry of a server.
     *
     * @throws Exception if ZooKeeper does not answer
     */
    static Optional<String> of(ServerId server, UUID device, CuratorFramework zookeeper) throws Exception {
        JsonNode entry;
        try {
            entry = JSON.readTree(zookeeper.getData().forPath(Registration.path(server)));
        } catch (KeeperException.NoNodeException | JsonProcessingException e) {
            return Optional.empty();
        }
        String other = entry.path("payload").path("device").asText();
        return other.isEmpty() || other.equals(device.toString())
                ? Optional.empty()
                : Optional.of(Endpoint.text(
                                entry.path("address").asText(),
                                entry.path("port").asInt()) + " with device " + other);
    }
}
