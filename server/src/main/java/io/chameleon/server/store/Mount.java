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
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds the catalog from the owners of the device's mapped pages.
 *
 * <p>A fragment all of whose pages are there is kept. One that is there in part is kept too: pages without content stand for the missing
 * ones, so it cannot be read, but it is listed. So it is repaired if it is live, whether an out-of-band area rotted or garbage collection met a
 * damaged page, and condemned by reconciliation if it is not: a put or a deletion that a crash cut short. It stays as it is until then, also over
 * further mounts. Only where no pages are free to stand for others is it dropped. Every other mapped page is trimmed: second copies of a
 * page (a put that was cut short and then repeated), and damaged ones. A fragment whose deletion was not acknowledged may come back
 * whole; it is garbage like any orphan. If two contents claim one id, which no writer causes, the complete one is kept, of two
 * complete ones the first found.
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
     * @param lost told of each fragment that is not there whole
     * @throws IllegalStateException if a page was written by something else; nothing is trimmed then
     */
    static Catalog mount(FlashDevice device, double headroom, Consumer<FragmentId> lost) {
        Mount mount = new Mount(device);
        device.scan(mount);
        Catalog catalog = mount.assemble(headroom, lost);
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

    private Catalog assemble(double headroom, Consumer<FragmentId> lost) {
        FragmentIndex index = new FragmentIndex();
        PageTable table = new PageTable(next.length);
        BitSet used = new BitSet();
        Map<Entry, int[]> incomplete = new LinkedHashMap<>();
        found.walk(null, entry -> {
            if (!keepIfComplete(entry, index, table, used)) {
                incomplete.put(entry, pagesOf(entry));
            }
            return true;
        });
        rivals.forEach((fragment, first) -> keepIfComplete(new Entry(fragment, first), index, table, used));
        incomplete.keySet().removeIf(entry -> index.get(entry.fragment().id()) != null);
        incomplete.values().forEach(pages -> present(pages).forEach(used::set));
        mapped.andNot(used);
        int trimmed = mapped.cardinality();
        mapped.stream().forEach(device::trim);
        incomplete.forEach((entry, pages) -> keepInPart(entry, pages, index, table, used));
        incomplete.keySet().forEach(entry -> lost.accept(entry.fragment().id()));
        table.freeAllBut(used);
        LOG.info(
                "fragment store mounted fragments={} pages={} incomplete_fragments={} pages_trimmed={}"
                        + " corrupt_pages={} conflicting_fragments={}",
                index.size(),
                used.cardinality(),
                incomplete.size(),
                trimmed,
                corrupt,
                rivals.size());
        return new Catalog(index, table, (int) Math.ceil(next.length * headroom), pageBytes);
    }

    private boolean keepIfComplete(Entry entry, FragmentIndex index, PageTable table, BitSet used) {
        int[] pages = pagesOf(entry);
        boolean complete = present(pages).count() == pages.length;
        if (complete && index.get(entry.fragment().id()) == null) {
            keep(entry.fragment(), pages, index, table, used);
        }
        return complete;
    }

    /** The pages of a fragment in order, {@link PageTable#END} for those that are missing. */
    private int[] pagesOf(Entry entry) {
        int[] pages = new int[entry.fragment().pages(pageBytes)];
        Arrays.fill(pages, PageTable.END);
        for (int page = entry.firstPage(); page != PageTable.END; page = next[page]) {
            pages[number[page]] = page;
        }
        return pages;
    }

    private static IntStream present(int[] pages) {
        return Arrays.stream(pages).filter(page -> page != PageTable.END);
    }

    /** With free pages for those that are missing, if there are enough. */
    private void keepInPart(Entry entry, int[] pages, FragmentIndex index, PageTable table, BitSet used) {
        if (pages.length - present(pages).count() > next.length - used.cardinality()) {
            present(pages).forEach(page -> {
                used.clear(page);
                device.trim(page);
            });
            LOG.warn(
                    "fragment {} is not here whole, and there is no room to keep the rest of it",
                    entry.fragment().id());
            return;
        }
        for (int i = 0; i < pages.length; i++) {
            if (pages[i] == PageTable.END) {
                pages[i] = used.nextClearBit(0);
                used.set(pages[i]);
            }
        }
        keep(entry.fragment(), pages, index, table, used);
    }

    private static void keep(Fragment fragment, int[] pages, FragmentIndex index, PageTable table, BitSet used) {
        Arrays.stream(pages).forEach(used::set);
        table.link(pages);
        index.put(new Entry(fragment, pages[0]));
    }
}
