package io.chameleon.server;

import io.chameleon.server.admin.Health;
import java.util.List;
import java.util.function.Predicate;

/** What a process of flash servers needs to be healthy, and to be ready. */
final class ProcessHealth {
    private final ServerConfig config;
    private final List<FlashServer> servers;

    ProcessHealth(ServerConfig config, List<FlashServer> servers) {
        this.config = config;
        this.servers = servers;
    }

    /** A server that is being drained, or that briefly lost ZooKeeper, still serves what it holds. */
    void report(Health health) {
        health.require("cluster_known", () -> any(FlashServer::isJoined))
                .require("storage_writable", () -> any(FlashServer::isWritable))
                .require("was_registered", () -> any(FlashServer::wasRegistered))
                .note("registered", () -> all(FlashServer::isRegistered))
                .note("not_draining", () -> !any(FlashServer::isDraining));
        if (config.devices().size() > 1) {
            health.note(
                            "every_device_open",
                            () -> servers.size() == config.devices().size())
                    .note("every_storage_writable", () -> all(FlashServer::isWritable));
        }
        health.started();
    }

    private boolean any(Predicate<FlashServer> condition) {
        return servers.stream().anyMatch(condition);
    }

    private boolean all(Predicate<FlashServer> condition) {
        return servers.stream().allMatch(condition);
    }
}
