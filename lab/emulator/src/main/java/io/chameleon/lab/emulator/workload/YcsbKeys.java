package io.chameleon.lab.emulator.workload;

/** Draws the record of an operation, after the generators of the same names in YCSB. */
@FunctionalInterface
interface YcsbKeys {
    /** @param records how many there are by now, inserts included */
    int next(int records);

    /**
     * The chooser that {@code requestdistribution} names.
     *
     * @param records there are at the start
     */
    static YcsbKeys of(YcsbProperties properties, int records, int operations, PythonRandom random) {
        String distribution = properties.text("requestdistribution", "uniform");
        return switch (distribution) {
            case "uniform" -> random::below;
            case "zipfian" -> {
                double inserts = operations * YcsbOperation.INSERT.share(properties) * 2.0;
                yield scrambled(records + (int) inserts + 1, random);
            }
            case "latest" -> latest(YcsbZipf.over(records), random);
            case "hotspot" ->
                hotspot(
                        properties.number("hotspotdatafraction", "0.2", 0, 1),
                        properties.number("hotspotopnfraction", "0.8", 0, 1),
                        random);
            default -> throw properties.bad("requestdistribution", "uniform, zipfian, latest or hotspot");
        };
    }

    /** Ranks are hashed over all records that may ever exist; keys that are not inserted yet are drawn again. */
    private static YcsbKeys scrambled(int expected, PythonRandom random) {
        YcsbZipf ranks = YcsbZipf.scrambled();
        return records -> {
            long key;
            do {
                key = Math.floorMod(Math.abs(YcsbHash.fnv64(ranks.rank(random.random()))), expected);
            } while (key >= records);
            return (int) key;
        };
    }

    /** The newest record is the most popular one. */
    private static YcsbKeys latest(YcsbZipf ranks, PythonRandom random) {
        return records -> {
            ranks.growTo(records);
            return (int) Math.max(0, records - 1 - ranks.rank(random.random()));
        };
    }

    /** Some records get most of the operations; within both parts all are alike. */
    private static YcsbKeys hotspot(double dataShare, double operationShare, PythonRandom random) {
        return records -> {
            int hot = (int) (records * dataShare);
            boolean isHot = random.random() < operationShare;
            if (hot == records || isHot && hot > 0) {
                return random.below(hot);
            }
            return hot + random.below(records - hot);
        };
    }
}
