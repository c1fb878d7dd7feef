package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.Require;
import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.MountProgress;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
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
final class Mount {
    private static final Logger LOG = LoggerFactory.getLogger(Mount.class);

    private final FlashDevice device;
    private final PageScan scan;
    private final int pageBytes;
    private final int pages;

    private Mount(FlashDevice device, MountProgress progress) {
        this.device = device;
        this.scan = new PageScan(device, progress);
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
        device.scan(mount.scan);
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
            CatalogReader.read(left, index, table, pageBytes);
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

    private Catalog assemble(double headroom, Consumer<FragmentId> lost) {
        FragmentIndex index = new FragmentIndex();
        PageTable table = new PageTable(pages);
        Map<Entry, int[]> incomplete = new LinkedHashMap<>();
        scan.found().walk(null, entry -> {
            if (!keepIfComplete(entry, index, table)) {
                incomplete.put(entry, pagesOf(entry));
            }
            return true;
        });
        scan.rivals().forEach((fragment, chain) -> keepIfComplete(new Entry(fragment, chain), index, table));
        incomplete.keySet().removeIf(entry -> index.get(entry.fragment().id()) != null);
        int trimmed = new PartialFragments(device, incomplete, index, table).keep(scan.mapped());
        incomplete.keySet().forEach(entry -> lost.accept(entry.fragment().id()));
        LOG.info(
                "fragment store mounted fragments={} pages={} incomplete_fragments={} pages_trimmed={}"
                        + " corrupt_pages={} conflicting_fragments={}",
                index.size(),
                usedPages(table),
                incomplete.size(),
                trimmed,
                scan.corrupt(),
                scan.rivals().size());
        return catalog(index, table, headroom, pageBytes);
    }

    /** Returns whether all its pages exist; it is not kept if another one of that id is. */
    private boolean keepIfComplete(Entry entry, FragmentIndex index, PageTable table) {
        int[] itsPages = pagesOf(entry);
        boolean complete = PartialFragments.present(itsPages).count() == itsPages.length;
        if (complete && index.get(entry.fragment().id()) == null && table.take(itsPages)) {
            index.put(new Entry(entry.fragment(), itsPages[0]));
        }
        return complete;
    }

    /** The pages of a fragment in order, {@link PageRuns#END} for those that are missing. */
    private int[] pagesOf(Entry entry) {
        return scan.runs().pages(entry.firstPage(), entry.fragment().pages(pageBytes));
    }
}
