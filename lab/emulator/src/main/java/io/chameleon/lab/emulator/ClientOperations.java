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
    private final Transfer transfer;
    private int turn;
    private boolean carriedOut;
    private boolean inPlace;

    ClientOperations(VirtualCluster cluster, ClusterSpec spec, VirtualObjects objects, StoredFragments fragments) {
        this.objects = objects;
        this.fragments = fragments;
        this.pageBytes = spec.pageBytes();
        int width = Math.max(spec.rep().width(), spec.ec().width());
        touched = new TouchedPages(pageBytes, width);
        touchedAtSource = new TouchedPages(pageBytes, width);
        transfer = new Transfer(cluster, pageBytes);
    }

    /** Writes bytes of an object to its destination, or in place if that has no room any more. */
    Transfer write(int object, int size, int from, int bytes, long nanos, long epoch) {
        ObjectMapping row = objects.row(object);
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
        boolean wholeStripe = stripe && isWholeStripe(used.scheme());
        for (int i = 0; i < used.servers().size(); i++) {
            boolean stays = StoredFragments.stays(live, used, i);
            if (!stays) { // reading 13: a fragment that moves is written whole
                readUntouched(live, i, pages);
            }
            if (stripe && !wholeStripe) { // reading 14: parity changes by the difference to the old data
                transfer.read(live, i, pages, touched.first(i), touched.count(i));
            } else if (!stripe && stays) {
                readTornEnds(live, i, pages, size, from, bytes);
            }
        }
    }

    private boolean isWholeStripe(RedundancyScheme scheme) {
        for (int i = 0; i < scheme.dataFragments(); i++) {
            if (touched.isPartial(i)) {
                return false;
            }
        }
        return true;
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
        boolean tornFirst = from % pageBytes != 0;
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
