package io.chameleon.lab.emulator;

import io.chameleon.core.WriteHint;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;

/**
 * Copies objects to the destinations they wait for, as the balancer's migrator does: fragments that stay are not
 * touched.
 */
final class BulkCopies {
    private final VirtualObjects objects;
    private final StoredFragments fragments;
    private final int pageBytes;
    private final Transfer transfer;
    private long bytes;
    private long pagesWritten;

    BulkCopies(VirtualCluster cluster, ClusterSpec spec, VirtualObjects objects, StoredFragments fragments) {
        this.objects = objects;
        this.fragments = fragments;
        this.pageBytes = spec.pageBytes();
        this.transfer = new Transfer(cluster, pageBytes);
    }

    /** Copies one object; false if its destination has no room any more. */
    boolean copy(int object, int size, long nanos, long epoch) {
        ObjectMapping row = objects.row(object);
        Placement live = row.live();
        Placement to = row.destination();
        if (!fragments.hasRoom(size, live, to)) {
            return false;
        }
        boolean recoded = !live.scheme().equals(to.scheme());
        int[] before = fragments.pages(object);
        transfer.begin(nanos);
        for (int i = 0; i < live.servers().size(); i++) {
            if (recoded ? i < live.scheme().dataFragments() : !StoredFragments.stays(live, to, i)) {
                transfer.read(live, i, before, 0, FragmentPages.of(live.scheme(), i, size, pageBytes));
            }
        }
        fragments.relocate(object, size, live, to);
        int[] after = fragments.pages(object);
        for (int i = 0; i < to.servers().size(); i++) {
            if (recoded || !StoredFragments.stays(live, to, i)) {
                transfer.write(to, i, after, 0, FragmentPages.of(to.scheme(), i, size, pageBytes), WriteHint.COLD);
            }
        }
        objects.migrated(object, epoch);
        bytes += transfer.bytes();
        pagesWritten += transfer.pagesWritten();
        return true;
    }

    /** Bytes read and written so far. */
    long bytes() {
        return bytes;
    }

    long pagesWritten() {
        return pagesWritten;
    }
}
