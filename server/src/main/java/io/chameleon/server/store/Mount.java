package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.Require;
import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.PageVisitor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rebuilds the catalog: from what the store left at a clean stop ({@link CatalogState}), or else from the owners of the
 * device's mapped pages.
 *
 * <p>A fragment with all its pages is kept. An incomplete one is kept too: empty pages take the place of the missing
 * ones, so it cannot be read, but it is listed. If it is live, it is repaired: an out-of-band area rotted, or garbage
 * collection met a damaged page. If it is not, reconciliation condemns it: a crash cut short a put or a deletion. Until
 * then it stays as it is, also over further mounts. It is dropped only if too few pages are free. Every other mapped
 * page is trimmed: second copies of a page (from a put that was cut short and then repeated), and damaged ones. A
 * fragment whose deletion was not acknowledged may come back whole; it is garbage like any orphan. If two contents
 * claim one id, which no writer causes, the complete one is kept; of two complete ones, the first found.
 *
 * <p>Cost: a read of some 48 bytes per fragment, or one scan and one sync. Memory during the scan, beside the catalog:
 * a bit per logical page, 40 bytes per fragment, 16 per {@linkplain PageRuns run of pages}.
 */
final class Mount implements PageVisitor {
    private static final Logger LOG = LoggerFactory.getLogger(Mount.class);
    private static final int PROGRESS_PAGES = 1 << 18;

    private final FlashDevice device;
    private final MountProgress progress;
    private final long mappedPages;
    private final int pageBytes;
    private final int pages;
    private final PageRuns runs = new PageRuns();

    /** The first page of an entry here is the chain of its runs. */
    private final FragmentIndex found = new FragmentIndex();
    /** Chains of fragments whose id is in {@link #found} with another description. */
    private final Map<Fragment, Integer> rivals = new LinkedHashMap<>();

    private final BitSet mapped = new BitSet();
    private int corrupt;
    private long visited;

    /**
     * The previous page began or extended this run; pages of its fragment, 0 for none. Most pages extend the run, too.
     */
    private int latestPages;

    private final MemorySegment latestOwner = MemorySegment.ofArray(new byte[PageOwner.BYTES]);
    private int latestRun;

    private Mount(FlashDevice device, MountProgress progress) {
        this.device = device;
        this.progress = progress;
        this.mappedPages = device.statistics().livePages();
        this.pageBytes = device.geometry().pageBytes();
        this.pages = logicalPages(device);
    }

    private static int logicalPages(FlashDevice device) {
        long pages = device.geometry().logicalPages();
        Require.that(pages > 0 && pages < Integer.MAX_VALUE, "logical pages", pages, "1 to " + Integer.MAX_VALUE);
        return (int) pages;
    }

    /**
     * @param headroom share of the logical pages to keep free
     * @param lost called for each fragment that is not whole
     * @throws UnreadFormatException if another release wrote a page; nothing is trimmed then
     * @throws IllegalStateException if a page was written by something else; nothing is trimmed then
     */
    static Catalog mount(FlashDevice device, double headroom, MountProgress progress, Consumer<FragmentId> lost) {
        Catalog left = resume(device, headroom, progress);
        if (left != null) {
            return left;
        }
        Mount mount = new Mount(device, progress);
        device.scan(mount);
        Catalog catalog = mount.assemble(headroom, lost);
        // What a killed process had written need not have reached the disk yet, and from now on it counts as durable.
        device.sync();
        return catalog;
    }

    /** Null if nothing was left, or it cannot be read. */
    private static @Nullable Catalog resume(FlashDevice device, double headroom, MountProgress progress) {
        int pageBytes = device.geometry().pageBytes();
        FragmentIndex index = new FragmentIndex();
        PageTable table = new PageTable(logicalPages(device));
        progress.at("catalog", 0, 1);
        try (InputStream left = device.takeOwnerState()) {
            if (left == null) {
                return null;
            }
            CatalogState.read(left, index, table, pageBytes);
        } catch (IOException | IllegalArgumentException | UnreadFormatException e) {
            LOG.info("no usable catalog was left at the last stop, all pages are scanned: {}", e.toString());
            return null;
        }
        LOG.info("fragment store mounted from a clean stop fragments={} pages={}", index.size(), usedPages(table));
        return catalog(index, table, headroom, pageBytes);
    }

    private static Catalog catalog(FragmentIndex index, PageTable table, double headroom, int pageBytes) {
        return new Catalog(index, table, (int) Math.ceil(table.capacity() * headroom), pageBytes);
    }

    private static int usedPages(PageTable table) {
        return table.capacity() - table.free();
    }

    @Override
    public void visit(long logicalPage, MemorySegment spare) {
        int page = (int) logicalPage;
        visited(page);
        if (latestPages > 0 && PageOwner.isOfSameFragment(spare, latestOwner)) {
            int number = PageOwner.page(spare);
            if (number < latestPages && runs.extend(latestRun, page, number)) {
                return;
            }
        }
        PageOwner owner = decode(logicalPage, spare);
        Fragment fragment = owner.fragment();
        Entry known = found.get(fragment.id());
        if (known != null && !known.fragment().equals(fragment)) {
            latestPages = 0;
            rivals.put(fragment, runs.add(page, owner.page(), rivals.getOrDefault(fragment, PageRuns.END)));
            return;
        }
        latestPages = fragment.pages(pageBytes);
        latestOwner.copyFrom(spare);
        if (known != null && runs.extend(known.firstPage(), page, owner.page())) {
            latestRun = known.firstPage();
            return;
        }
        latestRun = runs.add(page, owner.page(), known == null ? PageRuns.END : known.firstPage());
        found.put(new Entry(fragment, latestRun));
    }

    @Override
    public void corrupt(long logicalPage) {
        visited((int) logicalPage);
        corrupt++;
    }

    private void visited(int page) {
        mapped.set(page);
        if (visited++ % PROGRESS_PAGES == 0) {
            progress.at("fragments", visited, mappedPages);
        }
    }

    private PageOwner decode(long logicalPage, MemorySegment spare) {
        try {
            return PageOwner.decode(spare, pageBytes);
        } catch (UnreadFormatException e) {
            throw new UnreadFormatException("logical page " + logicalPage + ": " + e.getMessage()
                    + "; the device is not mounted, and nothing was changed");
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "logical page " + logicalPage + " is not a fragment's: " + e.getMessage() + "; nothing was changed",
                    e);
        }
    }

    private Catalog assemble(double headroom, Consumer<FragmentId> lost) {
        FragmentIndex index = new FragmentIndex();
        PageTable table = new PageTable(pages);
        Map<Entry, int[]> incomplete = new LinkedHashMap<>();
        found.walk(null, entry -> {
            if (!keepIfComplete(entry, index, table)) {
                incomplete.put(entry, pagesOf(entry));
            }
            return true;
        });
        rivals.forEach((fragment, chain) -> keepIfComplete(new Entry(fragment, chain), index, table));
        incomplete.keySet().removeIf(entry -> index.get(entry.fragment().id()) != null);
        int trimmed = keepInPart(incomplete, index, table);
        incomplete.keySet().forEach(entry -> lost.accept(entry.fragment().id()));
        LOG.info(
                "fragment store mounted fragments={} pages={} incomplete_fragments={} pages_trimmed={}"
                        + " corrupt_pages={} conflicting_fragments={}",
                index.size(),
                usedPages(table),
                incomplete.size(),
                trimmed,
                corrupt,
                rivals.size());
        return catalog(index, table, headroom, pageBytes);
    }

    /** Returns whether all its pages exist; it is not kept if another one of that id is. */
    private boolean keepIfComplete(Entry entry, FragmentIndex index, PageTable table) {
        int[] itsPages = pagesOf(entry);
        boolean complete = present(itsPages).count() == itsPages.length;
        if (complete && index.get(entry.fragment().id()) == null && table.take(itsPages)) {
            index.put(new Entry(entry.fragment(), itsPages[0]));
        }
        return complete;
    }

    /** The pages of a fragment in order, {@link PageRuns#END} for those that are missing. */
    private int[] pagesOf(Entry entry) {
        return runs.pages(entry.firstPage(), entry.fragment().pages(pageBytes));
    }

    private static IntStream present(int[] pages) {
        return Arrays.stream(pages).filter(page -> page != PageRuns.END);
    }

    /**
     * Trims every mapped page without a fragment, so that it can take the place of a missing one. Returns how many
     * there were.
     */
    private int keepInPart(Map<Entry, int[]> incomplete, FragmentIndex index, PageTable table) {
        BitSet spoken = new BitSet();
        incomplete.values().forEach(itsPages -> present(itsPages).forEach(spoken::set));
        int trimmed = 0;
        for (int page = mapped.nextSetBit(0); page >= 0; page = mapped.nextSetBit(page + 1)) {
            if (table.isFree(page) && !spoken.get(page)) {
                device.trim(page);
                trimmed++;
            }
        }
        incomplete.forEach((entry, itsPages) -> keepInPart(entry, itsPages, index, table, spoken));
        return trimmed;
    }

    /**
     * Takes free pages for those that are missing, if there are enough.
     *
     * @param spoken for: free pages that belong to fragments still to be kept in part
     */
    private void keepInPart(Entry entry, int[] itsPages, FragmentIndex index, PageTable table, BitSet spoken) {
        long missing = itsPages.length - present(itsPages).count();
        if (missing > table.free() - spoken.cardinality()) {
            present(itsPages).forEach(page -> {
                spoken.clear(page);
                device.trim(page);
            });
            LOG.warn(
                    "fragment {} is not here whole, and there is no room to keep the rest of it",
                    entry.fragment().id());
            return;
        }
        int next = 0;
        for (int i = 0; i < itsPages.length; i++) {
            if (itsPages[i] == PageRuns.END) {
                while (!table.isFree(next) || spoken.get(next)) {
                    next++;
                }
                itsPages[i] = next++;
            }
        }
        for (int page : itsPages) {
            spoken.clear(page);
        }
        boolean _ = table.take(itsPages);
        index.put(new Entry(entry.fragment(), itsPages[0]));
    }
}
