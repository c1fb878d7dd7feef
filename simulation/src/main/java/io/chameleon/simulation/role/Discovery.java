package io.chameleon.simulation.role;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.simulation.world.SimProcess;
import io.chameleon.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Stands in for ZooKeeper's service discovery: who is registered, told late, and who once was, unless it was forgotten. */
public final class Discovery {
    private static final long SESSION_NANOS = 6_000_000_000L;

    private record Entry(ServerInfo info, SimProcess process) {}

    private final World world;
    private final Map<ServerId, Entry> known = new TreeMap<>();

    public Discovery(World world) {
        this.world = world;
    }

    /** A server is up; when its process ends, that is noticed after the session's time. */
    void register(ServerInfo info, SimProcess process) {
        known.put(info.id(), new Entry(info, process));
        process.onEnd(() -> world.time().after(SESSION_NANOS, () -> expire(info.id(), process)));
    }

    private void expire(ServerId id, SimProcess process) {
        known.computeIfPresent(
                id,
                (any, entry) ->
                        entry.process == process ? new Entry(entry.info.with(ServerInfo.Status.DOWN), process) : entry);
    }

    void forget(ServerId id) {
        known.remove(id);
    }

    /** All servers that registered and were not forgotten, in the order of their ids. */
    List<ServerInfo> servers() {
        List<ServerInfo> all = new ArrayList<>();
        known.values().forEach(entry -> all.add(entry.info));
        return all;
    }
}
