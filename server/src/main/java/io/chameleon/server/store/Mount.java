package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.Require;
import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.PageVisitor;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds the catalog from the owners of the device's mapped pages.
 *
 * <p>A fragment all of whose pages are there is kept. Every other mapped page is trimmed: those of puts cut short, of fragments
 * whose deletion a crash cut short, second copies of a page (a put that was cut short and then
 * repeated), and damaged ones. A fragment whose deletion was not acknowledged may come back whole; it is garbage like any orphan, and reconciliation removes
 * it. If two contents claim one id, which no writer causes, the complete one is kept, of two complete ones the first found.
 *
 * <p>Cost: one scan and one sync; eight bytes of memory per logical page while it runs.
 */
final class Mount implements PageVisitor {
    private static final Logger LOG = LoggerFactory.getLogger(Mount.class);

    private final FlashDevice device;
    private final int pageBytes;
    /** The pages found of each fragment, as chains in no order, and which page of it each one is. */
    private final int[] next;

    private final int[] number;
    private final FragmentIndex found = new FragmentIndex();
    /** Chains of fragments whose id is in {@link #found} with another description. */
    private final Map<Fragment, Integer> rivals = new LinkedHashMap<>();

    private final BitSet mapped = new BitSet();
    private int corrupt;

    private Mount(FlashDevice device) {
        long pages = device.geometry().logicalPages();
        Require.that(pages > 0 && pages < Integer.MAX_VALUE, "logical pages", pages, "1 to " + Integer.MAX_VALUE);
        this.device = device;
        this.pageBytes = device.geometry().pageBytes();
        this.next = new int[(int) pages];
        this.number = new int[(int) pages];
    }

    /**
     * @param headroom share of the logical pages to keep free
     * @throws IllegalStateException if a page was written by something else; nothing is trimmed then
     */
    static Catalog mount(FlashDevice device, double headroom) {
        Mount mount = new Mount(device);
        device.scan(mount);
        Catalog catalog = mount.assemble(headroom);
        // What a killed process had written need not have reached the disk yet, and from now on it counts as durable.
        device.sync();
        return catalog;
    }

    @Override
    public void visit(long logicalPage, MemorySegment spare) {
        PageOwner owner = decode(logicalPage, spare);
        Fragment fragment = owner.fragment();
        int page = (int) logicalPage;
        mapped.set(page);
        number[page] = owner.page();
        Entry known = found.get(fragment.id());
        if (known == null || known.fragment().equals(fragment)) {
            next[page] = known == null ? PageTable.END : known.firstPage();
            found.put(new Entry(fragment, page));
        } else {
            next[page] = rivals.getOrDefault(fragment, PageTable.END);
            rivals.put(fragment, page);
        }
    }

    @Override
    public void corrupt(long logicalPage) {
        mapped.set((int) logicalPage);
        corrupt++;
    }

    private PageOwner decode(long logicalPage, MemorySegment spare) {
        try {
            return PageOwner.decode(spare, pageBytes);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "logical page " + logicalPage + " is not a fragment's: " + e.getMessage() + "; nothing was changed",
                    e);
        }
    }

    private Catalog assemble(double headroom) {
        FragmentIndex index = new FragmentIndex();
        PageTable table = new PageTable(next.length);
        BitSet used = new BitSet();
        found.walk(null, entry -> {
            keepIfComplete(entry.fragment(), entry.firstPage(), index, table, used);
            return true;
        });
        rivals.forEach((fragment, first) -> keepIfComplete(fragment, first, index, table, used));
        table.freeAllBut(used);
        int conflicts = rivals.size();
        int torn = found.size() + conflicts - index.size();
        mapped.andNot(used);
        mapped.stream().forEach(device::trim);
        LOG.info(
                "fragment store mounted fragments={} pages={} incomplete_fragments_dropped={} pages_trimmed={}"
                        + " corrupt_pages={} conflicting_fragments={}",
                index.size(),
                used.cardinality(),
                torn,
                mapped.cardinality(),
                corrupt,
                conflicts);
        return new Catalog(index, table, (int) Math.ceil(next.length * headroom), pageBytes);
    }

    private void keepIfComplete(Fragment fragment, int first, FragmentIndex index, PageTable table, BitSet used) {
        FragmentId id = fragment.id();
        int[] pages = new int[fragment.pages(pageBytes)];
        Arrays.fill(pages, PageTable.END);
        for (int page = first; page != PageTable.END; page = next[page]) {
            pages[number[page]] = page;
        }
        boolean complete = Arrays.stream(pages).noneMatch(page -> page == PageTable.END);
        if (complete && index.get(id) == null) {
            Arrays.stream(pages).forEach(used::set);
            table.link(pages);
            index.put(new Entry(fragment, pages[0]));
        }
    }
}
