package io.chameleon.simssd.ftl;

import io.chameleon.simssd.blocks.PageMap;
import io.chameleon.simssd.nand.NandArray;
import java.util.Arrays;

/**
 * Logical pages trimmed since the last sync began, for the array to store. Does nothing on arrays that do not outlive
 * the process.
 */
final class TrimLog {
    private final NandArray nand;
    private final PageMap map;
    private int[] pages = new int[64];
    private int count;

    TrimLog(NandArray nand, PageMap map) {
        this.nand = nand;
        this.map = map;
    }

    void note(int logicalPage) {
        if (!nand.isPersistent()) {
            return;
        }
        if (count == pages.length) {
            pages = Arrays.copyOf(pages, 2 * count);
        }
        pages[count++] = logicalPage;
    }

    /**
     * Passes them to the array as trimmed after {@code sequence}, the last program. Pages rewritten since need no
     * entry: the new program supersedes the trimmed content.
     */
    void save(long sequence) {
        if (count == 0) {
            return;
        }
        Arrays.sort(pages, 0, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            boolean again = i > 0 && pages[i] == pages[i - 1];
            if (!again && map.physicalOf(pages[i]) == PageMap.UNMAPPED) {
                pages[kept++] = pages[i];
            }
        }
        count = 0;
        nand.saveTrims(pages, kept, sequence);
    }
}
