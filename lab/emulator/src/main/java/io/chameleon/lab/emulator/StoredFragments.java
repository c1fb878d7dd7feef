package io.chameleon.lab.emulator;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.Placement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which logical pages of which server hold the fragments of each object. Not safe from several threads. */
final class StoredFragments {
    private static final int[] NO_PAGES = {};

    private final VirtualCluster cluster;
    private final int pageBytes;
    private final @Nullable int[][] pages;

    StoredFragments(VirtualCluster cluster, int pageBytes, int objects) {
        this.cluster = cluster;
        this.pageBytes = pageBytes;
        pages = new int[objects][];
    }

    /**
     * Logical pages of an object, those of fragment 0 first; each fragment has room for as many, padding uses none of
     * it.
     */
    int[] pages(int object) {
        int[] known = pages[object];
        return known == null ? NO_PAGES : known;
    }

    /**
     * Reserves the pages of a new object.
     *
     * @throws IllegalStateException if one of the servers has too few
     */
    void create(int object, int size, Placement placement) {
        int each = pages(placement, 0, size);
        pages[object] = new int[each * placement.servers().size()];
        for (int i = 0; i < placement.servers().size(); i++) {
            server(placement, i).take(pages(object), i * each, pages(placement, i, size));
        }
    }

    /** Trims all pages of an object that is deleted and frees them. */
    void remove(int object, int size, Placement placement) {
        int each = pages(placement, 0, size);
        for (int i = 0; i < placement.servers().size(); i++) {
            server(placement, i).release(pages(object), i * each, pages(placement, i, size));
        }
        pages[object] = null;
    }

    /** Pages of a fragment of an object of {@code size} bytes. */
    private int pages(Placement placement, int index, int size) {
        return FragmentPages.of(placement.scheme(), index, size, pageBytes);
    }

    /** Whether the servers of {@code to} have room for the object once it has left those of {@code from}. */
    boolean hasRoom(int size, Placement from, Placement to) {
        for (int i = 0; i < to.servers().size(); i++) {
            ServerId id = to.servers().get(i);
            if (!stays(from, to, i)) {
                int before = from.servers().indexOf(id);
                int freed = before < 0 ? 0 : pages(from, before, size);
                if (cluster.server(id).freePages() + freed < pages(to, i, size)) {
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

    /** Frees the pages of fragments that leave their servers and reserves others where they go. Moves no data. */
    void relocate(int object, int size, Placement from, Placement to) {
        int[] before = pages(object);
        int width = to.servers().size();
        int eachBefore = pages(from, 0, size);
        int each = pages(to, 0, size);
        int[] after = new int[each * width];
        boolean recoded = !from.scheme().equals(to.scheme());
        List<ServerId> sources = from.servers();
        for (int i = 0; i < sources.size(); i++) {
            if (recoded || !stays(from, to, i)) {
                server(from, i).release(before, i * eachBefore, pages(from, i, size));
            }
        }
        for (int i = 0; i < width; i++) {
            int at = i * each;
            if (!recoded && stays(from, to, i)) {
                System.arraycopy(before, at, after, at, each);
            } else {
                server(to, i).take(after, at, pages(to, i, size));
            }
        }
        pages[object] = after;
    }

    private VirtualServer server(Placement placement, int index) {
        return cluster.server(placement.servers().get(index));
    }
}
