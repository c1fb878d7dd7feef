package io.chameleon.simssd.envm;

/**
 * The share of the ENVM that modified data may take, {@code S} (paper, Eq. 5): write misses over all misses, so that
 * each list gets cells in proportion to its demand.
 *
 * <p>The paper defines neither count (ENVM reading 4): a <em>write miss</em> is modified data that reaches the ENVM
 * without having a cell there, an <em>evict miss</em> is clean data evicted from DRAM without having one. Both are
 * halved once they reach the number of cells, so that S follows the workload.
 *
 * <p>Writing back begins above {@code S (1 + h)} and ends below {@code S (1 - h)} (ENVM reading 5), within
 * {@value #LEAST} to {@value #MOST} of the cells, so that each list always keeps some.
 */
final class ConcurrencyThreshold {
    static final double LEAST = 0.1;
    static final double MOST = 0.95;

    private final int cells;
    private final double hysteresis;
    private double writeMisses;
    private double evictMisses;
    private boolean exceeded;

    ConcurrencyThreshold(int cells, double hysteresis) {
        this.cells = cells;
        this.hysteresis = hysteresis;
    }

    void writeMiss() {
        writeMisses++;
        age();
    }

    void evictMiss() {
        evictMisses++;
        age();
    }

    private void age() {
        if (writeMisses + evictMisses >= 2.0 * cells) {
            writeMisses /= 2;
            evictMisses /= 2;
        }
    }

    /** S; 1 before the first miss. */
    double share() {
        double misses = writeMisses + evictMisses;
        return misses == 0 ? MOST : Math.clamp(writeMisses / misses, LEAST, MOST);
    }

    /** Whether modified data must be written back now, even if a request waits. */
    boolean exceededBy(int modified) {
        double cellsOfS = share() * cells;
        double edge = exceeded ? cellsOfS * (1 - hysteresis) : Math.min(cells * MOST, cellsOfS * (1 + hysteresis));
        exceeded = modified > edge;
        return exceeded;
    }
}
