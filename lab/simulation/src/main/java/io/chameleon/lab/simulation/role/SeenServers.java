package io.chameleon.lab.simulation.role;

import io.chameleon.core.ServerInfo;
import io.chameleon.metadata.RegisteredServers;
import java.util.List;
import java.util.function.Predicate;

/** The registered servers as one metadata process sees them: as they are, as they were, or only a part. */
final class SeenServers implements RegisteredServers {
    private final RegisteredServers truth;
    private Predicate<ServerInfo> hidden = server -> false;
    private List<ServerInfo> former = List.of();
    private boolean isOld;
    private boolean isCurrent = true;

    SeenServers(RegisteredServers truth) {
        this.truth = truth;
    }

    /** Freezes its view as it is now. */
    void freeze(boolean knowsThatItIsOld) {
        former = truth.registered();
        isOld = true;
        isCurrent = !knowsThatItIsOld;
    }

    void hide(Predicate<ServerInfo> servers) {
        hidden = servers;
    }

    /** It sees the truth again. */
    void clear() {
        hidden = server -> false;
        isOld = false;
        isCurrent = true;
    }

    @Override
    public List<ServerInfo> registered() {
        return (isOld ? former : truth.registered())
                .stream().filter(hidden.negate()).toList();
    }

    @Override
    public boolean isCurrent() {
        return isCurrent;
    }

    @Override
    public String cluster() {
        return truth.cluster();
    }

    @Override
    public String name(String cluster) {
        return truth.name(cluster);
    }
}
