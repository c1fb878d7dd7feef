package io.chameleon.lab.emulator.workload;

/** Which object is written next: one by its rank, any one, or the next of a sequential run. */
final class WriteStream {
    private final DriftingRanks ranks;
    private final double runStart;
    private final double uniformEnd;
    private final int runLength;
    private final PythonRandom random;
    private int left;
    private int position;

    /**
     * @param uniform share of writes to any object
     * @param sequential share of writes in runs
     * @param runLength mean of a run
     */
    WriteStream(DriftingRanks ranks, double uniform, double sequential, int runLength, PythonRandom random) {
        this.ranks = ranks;
        this.runStart = sequential / runLength;
        this.uniformEnd = runStart + uniform;
        this.runLength = runLength;
        this.random = random;
    }

    /**
     * @param rank what is written unless the draw says otherwise
     */
    int next(int rank) {
        if (left > 0) {
            left--;
            position = (position + 1) % ranks.count();
            return position;
        }
        double draw = random.random();
        if (draw < runStart) {
            left = (int) random.exponential(1.0 / runLength);
            position = random.below(ranks.count());
            return position;
        }
        return draw < uniformEnd ? random.below(ranks.count()) : ranks.at(rank);
    }
}
