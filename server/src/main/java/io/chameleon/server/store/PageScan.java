package io.chameleon.server.store;

import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.simssd.FlashDevice;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.PageVisitor;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the owners of the device's mapped pages say: the runs of pages of each fragment. Changes nothing. */
final class PageScan implements PageVisitor {
    private static final int PROGRESS_PAGES = 1 << 18;

    private final MountProgress progress;
    private final long mappedPages;
    private final int pageBytes;
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

    PageScan(FlashDevice device, MountProgress progress) {
        this.progress = progress;
        this.mappedPages = device.statistics().livePages();
        this.pageBytes = device.geometry().pageBytes();
    }

    PageRuns runs() {
        return runs;
    }

    FragmentIndex found() {
        return found;
    }

    Map<Fragment, Integer> rivals() {
        return rivals;
    }

    BitSet mapped() {
        return mapped;
    }

    /** Damaged pages. */
    int corrupt() {
        return corrupt;
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
}
