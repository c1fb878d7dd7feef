package io.chameleon.lab.bench;

import io.chameleon.lab.emulator.workload.YcsbHash;
import io.chameleon.lab.emulator.workload.YcsbZipf;
import java.util.random.RandomGenerator;

/** How an operation chooses its object. The Zipf ranks are YCSB's, theta 0.99. */
public enum KeyDistribution {
    /** All alike. */
    UNIFORM {
        @Override
        Chooser chooser(int objects) {
            return (count, random) -> random.nextInt(count);
        }
    },
    /** The first objects are the popular ones. */
    ZIPFIAN {
        @Override
        Chooser chooser(int objects) {
            YcsbZipf ranks = YcsbZipf.over(objects);
            return (count, random) -> rank(ranks, count, random);
        }
    },
    /** The popular objects are spread over the key space: what YCSB calls zipfian in its workload files. */
    SCRAMBLED {
        @Override
        Chooser chooser(int objects) {
            YcsbZipf ranks = YcsbZipf.scrambled();
            return (count, random) ->
                    (int) Long.remainderUnsigned(YcsbHash.fnv64(ranks.rank(random.nextDouble())), count);
        }
    },
    /** The newest objects are the popular ones. */
    LATEST {
        @Override
        Chooser chooser(int objects) {
            YcsbZipf ranks = YcsbZipf.over(objects);
            return (count, random) -> count - 1 - rank(ranks, count, random);
        }
    };

    /** Belongs to one worker. */
    @FunctionalInterface
    interface Chooser {
        /**
         * @param count objects that exist by now
         */
        int next(int count, RandomGenerator random);
    }

    /**
     * @param objects that exist at the start
     */
    abstract Chooser chooser(int objects);

    private static int rank(YcsbZipf ranks, int count, RandomGenerator random) {
        ranks.growTo(count);
        return (int) Math.min(count - 1, ranks.rank(random.nextDouble()));
    }
}
