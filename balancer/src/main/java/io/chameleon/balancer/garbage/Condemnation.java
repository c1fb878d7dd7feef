package io.chameleon.balancer.garbage;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.transport.client.FragmentPage;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Lock;

/** Condemns a server's orphans: no more than the count allowed, however the table has changed since. */
final class Condemnation {
    private final GarbageTable table;
    private final Lock relocation;
    private final long fence;
    private final ServerId server;
    private final long limit;
    /** Of the previous page: fragments are listed by write, so those of a write are on consecutive pages. */
    private Set<WriteId> last = Set.of();

    private int fragments;

    /**
     * @param relocation see {@link Reconciler}
     * @param limit fragments that may go
     */
    Condemnation(GarbageTable table, Lock relocation, long fence, ServerId server, long limit) {
        this.table = table;
        this.relocation = relocation;
        this.fence = fence;
        this.server = server;
        this.limit = limit;
    }

    /** Fragments that were condemned. */
    int fragments() {
        return fragments;
    }

    /** False if this page would be too much. */
    boolean add(FragmentPage page) {
        Set<WriteId> writes = OrphanCount.writes(page);
        Set<WriteId> gone = new HashSet<>(last);
        gone.retainAll(writes);
        Set<WriteId> orphaned = table.orphans(server, writes);
        if (fragments + OrphanCount.fragmentsOf(orphaned, page) > limit) {
            return false;
        }
        if (!orphaned.isEmpty()) {
            gone.addAll(condemn(orphaned));
        }
        fragments += OrphanCount.fragmentsOf(gone, page);
        last = gone;
        return true;
    }

    private Set<WriteId> condemn(Set<WriteId> writes) {
        relocation.lock();
        try {
            return table.condemn(fence, server, writes);
        } finally {
            relocation.unlock();
        }
    }
}
