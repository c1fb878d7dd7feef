package io.chameleon.metadata;

import io.chameleon.metadata.table.KnownServers;

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

    /** Who cannot see at present who is registered tells what others have noted, and notes nothing. One transaction, which writes only if a server is new, has moved, has gone or has come back. */
    public KnownServers.Known known() {
        boolean isCurrent = registered.isCurrent(); // before the list, which is not older then
        return known.merge(registered.registered(), isCurrent);
    }
}
