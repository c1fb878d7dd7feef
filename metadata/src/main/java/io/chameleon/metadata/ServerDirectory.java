package io.chameleon.metadata;

import io.chameleon.core.ServerInfo;
import io.chameleon.metadata.table.KnownServers;
import java.util.List;

/**
 * Every flash server there is: those registered at present, as they say of themselves, and those that were once, as down. A server
 * that is away thus keeps its place on the ring. No client hears of a server before the table knows it, so none is forgotten while
 * fragments may lie on it.
 */
public final class ServerDirectory {
    private final RegisteredServers registered;
    private final KnownServers known;

    public ServerDirectory(RegisteredServers registered, KnownServers known) {
        this.registered = registered;
        this.known = known;
    }

    /** In the order of their ids. One transaction, which writes only if a server is new or has moved. */
    public List<ServerInfo> servers() {
        return known.merge(registered.registered());
    }
}
