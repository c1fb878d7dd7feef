package io.chameleon.server.store;

import io.chameleon.server.store.FragmentIndex.Entry;
import io.chameleon.simssd.FlashDevice;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps what is there of fragments that a mount found incomplete. */
final class PartialFragments {
    private static final Logger LOG = LoggerFactory.getLogger(PartialFragments.class);

    private final FlashDevice device;
    private final Map<Entry, int[]> incomplete;
    private final FragmentIndex index;
    private final PageTable table;
    /** Spoken for: free pages that belong to fragments still to be kept in part. */
    private final BitSet spoken = new BitSet();

    /** @param incomplete with their pages in order, {@link PageRuns#END} for those that are missing */
    PartialFragments(FlashDevice device, Map<Entry, int[]> incomplete, FragmentIndex index, PageTable table) {
        this.device = device;
        this.incomplete = incomplete;
        this.index = index;
        this.table = table;
    }

    static IntStream present(int[] pages) {
        return Arrays.stream(pages).filter(page -> page != PageRuns.END);
    }

    /**
     * Trims every mapped page without a fragment, so that it can take the place of a missing one. Returns how many
     * there were.
     */
    int keep(BitSet mapped) {
        incomplete.values().forEach(itsPages -> present(itsPages).forEach(spoken::set));
        int trimmed = 0;
        for (int page = mapped.nextSetBit(0); page >= 0; page = mapped.nextSetBit(page + 1)) {
            if (table.isFree(page) && !spoken.get(page)) {
                device.trim(page);
                trimmed++;
            }
        }
        incomplete.forEach((entry, itsPages) -> keep(entry, itsPages));
        return trimmed;
    }

    /** Takes free pages for those that are missing, if there are enough. */
    private void keep(Entry entry, int[] itsPages) {
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
