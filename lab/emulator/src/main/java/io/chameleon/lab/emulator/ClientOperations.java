package io.chameleon.lab.emulator;

import io.chameleon.core.WriteHint;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;

/**
 * What a client does for a read or a write: as the SDK does it, and for writes of part of an object as the papers have
 * them (readings 12 to 15). {@link VirtualObjects} says where the object is afterwards.
 */
final class ClientOperations {
    private final VirtualObjects objects;
    private final StoredFragments fragments;
    private final int pageBytes;
    private final TouchedPages touched;
    private final TouchedPages touchedAtSource;
    private final RedundancyScheme created;
    private final VirtualCluster cluster;
    private final Transfer transfer;
    private int turn;
    private boolean carriedOut;
    private boolean inPlace;

    /** @param created scheme of new objects */
    ClientOperations(
            VirtualCluster cluster,
            ClusterSpec spec,
            VirtualObjects objects,
            StoredFragments fragments,
            RedundancyScheme created) {
        this.cluster = cluster;
        this.created = created;
        this.objects = objects;
        this.fragments = fragments;
        this.pageBytes = spec.pageBytes();
        int width = Math.max(spec.rep().width(), spec.ec().width());
        touched = new TouchedPages(pageBytes, width);
        touchedAtSource = new TouchedPages(pageBytes, width);
        transfer = new Transfer(cluster, pageBytes);
    }

    /** Writes an object that does not exist, on the ring's servers. */
    private Transfer create(int object, int size, long nanos, long epoch) {
        Placement first = cluster.firstPlacement(objects.id(object), created, size);
        return create(object, size, first, WriteHint.UNKNOWN, nanos, epoch);
    }

    /** Writes an object that does not exist at a given place. */
    Transfer create(int object, int size, Placement placement, WriteHint hint, long nanos, long epoch) {
        fragments.create(object, size, placement);
        transfer.begin(nanos);
        for (int i = 0; i < placement.servers().size(); i++) {
            int pages = FragmentPages.of(placement.scheme(), i, size, pageBytes);
            transfer.write(placement, i, fragments.pages(object), 0, pages, hint);
        }
        objects.commit(object, placement, epoch, nanos / 1_000_000);
        carriedOut = false;
        inPlace = false;
        return transfer;
    }

    /** Deletes an object; its pages are trimmed at once. */
    void delete(int object, int size) {
        fragments.remove(object, size, objects.row(object).live());
        objects.delete(object);
    }

    /**
     * Writes bytes of an object to its destination, or in place if that has no room any more. A write of all of an
     * object that does not exist creates it.
     */
    Transfer write(int object, int size, int from, int bytes, long nanos, long epoch) {
        if (!objects.exists(object)) {
            return create(object, size, nanos, epoch);
        }
        ObjectMapping row = objects.rowForWrite(object);
        Placement live = row.live();
        Placement used = used(size, row);
        transfer.begin(nanos);
        touched.of(used.scheme(), size, from, bytes);
        boolean moves = !used.equals(live);
        carriedOut = moves;
        inPlace = !moves && row.state().isIntermediate();
        if (bytes < size) {
            readWhatIsKept(object, size, from, bytes, live, used);
        }
        if (moves) {
            fragments.relocate(object, size, live, used);
        }
        int[] pages = fragments.pages(object);
        WriteHint hint = row.hint();
        for (int i = 0; i < touched.fragments(); i++) {
            if (!moves || live.scheme().equals(used.scheme()) && StoredFragments.stays(live, used, i)) {
                transfer.write(used, i, pages, touched.first(i), touched.count(i), hint);
            } else {
                transfer.write(used, i, pages, 0, touched.pages(i), hint);
            }
        }
        objects.commit(object, used, epoch, nanos / 1_000_000);
        return transfer;
    }

    private Placement used(int size, ObjectMapping row) {
        Placement live = row.live();
        Placement next = row.destination();
        return next.equals(live) || fragments.hasRoom(size, live, next) ? next : live;
    }

    /** Whether the last write took the object to its destination. */
    boolean carriedOut() {
        return carriedOut;
    }

    /** Whether the last write stayed at the source for lack of room at the destination. */
    boolean keptInPlace() {
        return inPlace;
    }

    private void readWhatIsKept(int object, int size, int from, int bytes, Placement live, Placement used) {
        int[] pages = fragments.pages(object);
        touchedAtSource.of(live.scheme(), size, from, bytes);
        if (!live.scheme().equals(used.scheme())) { // reading 12: the rest, from the source
            for (int i = 0; i < live.scheme().dataFragments(); i++) {
                readUntouched(live, i, pages);
            }
            return;
        }
        boolean stripe = used.policy() == RedundancyPolicy.EC;
        for (int i = 0; i < used.servers().size(); i++) {
            boolean stays = StoredFragments.stays(live, used, i);
            if (!stays) { // reading 13: a fragment that moves is written whole
                readUntouched(live, i, pages);
            }
            if (stripe) { // reading 14: parity changes by the difference to the old data
                for (int edge = 0; edge < TouchedPages.EDGES; edge++) {
                    transfer.read(live, i, pages, touched.edgeFirst(edge, i), touched.edgeCount(edge, i));
                }
            } else if (stays) {
                readTornEnds(live, i, pages, size, from, bytes);
            }
        }
    }

    private void readUntouched(Placement live, int fragment, int[] pages) {
        int first = touchedAtSource.first(fragment);
        int count = touchedAtSource.count(fragment);
        int all = touchedAtSource.pages(fragment);
        if (count == 0) {
            transfer.read(live, fragment, pages, 0, all);
        } else {
            transfer.read(live, fragment, pages, 0, first);
            transfer.read(live, fragment, pages, first + count, all - first - count);
        }
    }

    /** Pages that are written in part are read first. */
    private void readTornEnds(Placement live, int fragment, int[] pages, int size, int from, int bytes) {
        int first = touched.first(fragment);
        int last = first + touched.count(fragment) - 1;
        boolean tornFirst = from % pageBytes != 0; // segments begin with a page
        boolean tornLast = (from + bytes) % pageBytes != 0 && from + bytes < size;
        if (tornFirst) {
            transfer.read(live, fragment, pages, first, 1);
        }
        if (tornLast && !(tornFirst && first == last)) {
            transfer.read(live, fragment, pages, last, 1);
        }
    }

    /** Reads from the committed version (reading 15): from the replicas in turn, or from the data shards. */
    Transfer read(int object, int size, int from, int bytes, long nanos, long epoch) {
        Placement live = objects.row(object).live();
        int[] pages = fragments.pages(object);
        transfer.begin(nanos);
        touched.of(live.scheme(), size, from, bytes);
        if (live.policy() == RedundancyPolicy.REP) {
            turn = (turn + 1) % live.servers().size();
            transfer.read(live, turn, pages, touched.first(turn), touched.count(turn));
        } else {
            for (int i = 0; i < live.scheme().dataFragments(); i++) {
                transfer.read(live, i, pages, touched.first(i), touched.count(i));
            }
        }
        objects.countRead(object, epoch);
        return transfer;
    }
}
