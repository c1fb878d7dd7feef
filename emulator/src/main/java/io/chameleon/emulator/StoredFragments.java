package io.chameleon.emulator;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which logical pages of which server hold the fragments of each object. Not safe from several threads. */
final class StoredFragments {
    private static final int[] NO_PAGES = {};

    private final VirtualCluster cluster;
    private final @Nullable int[][] pages;

    StoredFragments(VirtualCluster cluster, int objects) {
        this.cluster = cluster;
        pages = new int[objects][];
    }

    /** Logical pages of an object, those of fragment 0 first; each fragment has as many. */
    int[] pages(int object) {
        int[] known = pages[object];
        return known == null ? NO_PAGES : known;
    }

    /**
     * Reserves the pages of a new object.
     *
     * @throws IllegalStateException if one of the servers has too few
     */
    void create(int object, Placement placement, int pagesPerFragment) {
        pages[object] = new int[pagesPerFragment * placement.servers().size()];
        for (int i = 0; i < placement.servers().size(); i++) {
            server(placement, i).take(pages(object), i * pagesPerFragment, pagesPerFragment);
        }
    }

    /** Whether the servers of {@code to} have room for the object once it has left those of {@code from}. */
    boolean hasRoom(int object, Placement from, Placement to, int pagesPerFragment) {
        int released = pages(object).length / from.servers().size();
        for (int i = 0; i < to.servers().size(); i++) {
            ServerId id = to.servers().get(i);
            if (!stays(from, to, i)) {
                int freed = from.servers().contains(id) ? released : 0;
                if (cluster.server(id).freePages() + freed < pagesPerFragment) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether fragment {@code index} has the same content in both placements and is on the same server. */
    static boolean stays(Placement from, Placement to, int index) {
        return from.scheme().equals(to.scheme())
                && from.servers().get(index).equals(to.servers().get(index));
    }

    /** Gives the pages of fragments that leave their servers back and reserves others where they go. Moves no data. */
    void relocate(int object, Placement from, Placement to, int pagesPerFragment) {
        int[] before = pages(object);
        int width = to.servers().size();
        int[] after = new int[pagesPerFragment * width];
        int each = before.length / from.servers().size();
        boolean recoded = !from.scheme().equals(to.scheme());
        List<ServerId> sources = from.servers();
        for (int i = 0; i < sources.size(); i++) {
            if (recoded || !stays(from, to, i)) {
                server(from, i).release(before, i * each, each);
            }
        }
        for (int i = 0; i < width; i++) {
            int at = i * pagesPerFragment;
            if (!recoded && stays(from, to, i)) {
                System.arraycopy(before, at, after, at, pagesPerFragment);
            } else {
                server(to, i).take(after, at, pagesPerFragment);
            }
        }
        pages[object] = after;
    }

    private VirtualServer server(Placement placement, int index) {
        return cluster.server(placement.servers().get(index));
    }
}
