package io.chameleon.lab.emulator.workload;

/** Sizes with a given mean: whole pages of NFS, 4 and 8 KiB, or 8 and 32 KiB if the mean is above 8. Mutable. */
final class TwoSizes {
    private static final int PAGE = 4 << 10;
    private static final int BLOCK = 8 << 10;
    private static final int TRANSFER = 32 << 10;

    private final int small;
    private final int large;
    private final int mean;
    private long owed;

    private TwoSizes(int small, int large, int mean) {
        this.small = small;
        this.large = large;
        this.mean = mean;
    }

    /** @param mean 4 to 32 KiB */
    static TwoSizes of(int mean) {
        return mean <= BLOCK ? new TwoSizes(PAGE, BLOCK, mean) : new TwoSizes(BLOCK, TRANSFER, mean);
    }

    /** The sum of all sizes so far is never off by a whole large one. */
    int next() {
        owed += mean;
        int size = owed >= large ? large : small;
        owed -= size;
        return size;
    }
}
