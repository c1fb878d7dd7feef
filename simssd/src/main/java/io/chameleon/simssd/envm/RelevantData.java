package io.chameleon.simssd.envm;

/**
 * Which clean data is worth a cell: data used more often in DRAM than the least used element of the clean list. Section
 * VI-A1 says "than any element"; compared with the most used one, nothing would get in for long (ENVM reading 6).
 * Elements are counted by frequency, so the least is known at once; uses beyond {@value #MOST} count as equal.
 */
final class RelevantData {
    private static final int MOST = 255;

    private final int[] elements = new int[MOST + 1];
    private int least = MOST;
    private int count;

    void added(int uses) {
        int level = level(uses);
        elements[level]++;
        count++;
        least = Math.min(least, level);
    }

    void removed(int uses) {
        elements[level(uses)]--;
        count--;
        while (least < MOST && elements[least] == 0) {
            least++;
        }
    }

    /** With nothing to compare to, it takes one use more than the one that brought the page in. */
    boolean isRelevant(int uses) {
        return level(uses) > (count == 0 ? 1 : least);
    }

    private static int level(int uses) {
        return Math.min(uses, MOST);
    }
}
