package io.chameleon.metadata;

import io.chameleon.metadata.table.KnownServers;

/**
 * All known flash servers: registered ones with their own data, and formerly registered ones as down. So an absent
 * server keeps its place on the ring. No client learns of a server before the table knows it, so no server is forgotten
 * while it may hold fragments.
 */
public final class ServerDirectory {
    private final RegisteredServers registered;
    private final KnownServers known;

    public ServerDirectory(RegisteredServers registered, KnownServers known) {
        this.registered = registered;
        this.known = known;
    }

    /**
     * A process that cannot see at present who is registered returns what others have recorded, and records nothing.
     * One transaction, which writes only if a server is new, has moved, has gone or has come back.
     */
    public KnownServers.Known known() {
        boolean isCurrent = registered.isCurrent(); // before the list, so the list is not older
        return known.merge(registered.registered(), isCurrent);
    }
}
