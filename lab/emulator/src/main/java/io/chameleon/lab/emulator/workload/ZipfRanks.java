package io.chameleon.lab.emulator.workload;

/**
 * Ranks drawn with a probability that falls with a power of the rank. By a table, as Python's {@code choices} has it,
 * so that the workloads can be checked against Python; {@link YcsbZipf} is what YCSB draws. Immutable; a draw costs log
 * n.
 */
final class ZipfRanks {
    private final double[] cumulative;

    /** Ranks from 0 to {@code count}, exclusive; rank i weighs (i + 1)^-exponent. */
    ZipfRanks(int count, double exponent) {
        cumulative = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += StrictMath.pow(i + 1.0, -exponent);
            cumulative[i] = sum;
        }
    }

    int[] draw(int count, PythonRandom random) {
        int[] ranks = new int[count];
        for (int i = 0; i < count; i++) {
            ranks[i] = draw(random);
        }
        return ranks;
    }

    /** One draw of Python's {@code choices(range(count), cum_weights=...)}. */
    int draw(PythonRandom random) {
        double at = random.random() * cumulative[cumulative.length - 1];
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at < cumulative[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
