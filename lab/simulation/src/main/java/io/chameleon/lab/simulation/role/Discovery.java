package io.chameleon.lab.simulation.role;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.lab.simulation.world.SimProcess;
import io.chameleon.lab.simulation.world.World;
import io.chameleon.metadata.RegisteredServers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Replaces ZooKeeper: which flash servers are registered, and the id of the cluster. */
public final class Discovery implements RegisteredServers {
    private static final long SESSION_NANOS = 6_000_000_000L;

    private record Entry(ServerInfo info, SimProcess process) {}

    private final World world;
    private final Map<ServerId, Entry> entries = new TreeMap<>();
    private String cluster = "";

    public Discovery(World world) {
        this.world = world;
    }

    /** A server is up; the end of its process is noticed after the session's time. */
    void register(ServerInfo info, SimProcess process) {
        entries.put(info.id(), new Entry(info, process));
        process.onEnd(() -> world.time().after(SESSION_NANOS, () -> expire(info.id(), process)));
    }

    private void expire(ServerId id, SimProcess process) {
        entries.computeIfPresent(id, (any, entry) -> entry.process == process ? null : entry);
    }

    /** In the order of their ids. */
    @Override
    public List<ServerInfo> registered() {
        return entries.values().stream().map(Entry::info).toList();
    }

    @Override
    public String cluster() {
        return cluster;
    }

    @Override
    public String name(String id) {
        cluster = cluster.isEmpty() ? id : cluster;
        return cluster;
    }
}
