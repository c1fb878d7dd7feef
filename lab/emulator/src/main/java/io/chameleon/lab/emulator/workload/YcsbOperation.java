package io.chameleon.lab.emulator.workload;

import java.util.EnumMap;
import java.util.Map;

/** What a YCSB client does with a record. */
enum YcsbOperation {
    READ("readproportion", "0.95"),
    UPDATE("updateproportion", "0.05"),
    INSERT("insertproportion", "0"),
    READ_MODIFY_WRITE("readmodifywriteproportion", "0");

    private final String key;
    private final String standard;

    YcsbOperation(String key, String standard) {
        this.key = key;
        this.standard = standard;
    }

    boolean reads() {
        return this == READ || this == READ_MODIFY_WRITE;
    }

    boolean writes() {
        return this != READ;
    }

    /** The share of an operation, as the file has it. */
    double share(YcsbProperties properties) {
        return properties.number(key, standard, 0, 1);
    }

    static Chooser chooser(YcsbProperties properties, PythonRandom random) {
        if (properties.number("scanproportion", "0", 0, 1) > 0) {
            throw properties.bad("scanproportion", "0: an object store has no scans");
        }
        Map<YcsbOperation, Double> shares = new EnumMap<>(YcsbOperation.class);
        double sum = 0;
        for (YcsbOperation operation : values()) {
            double share = operation.share(properties);
            sum += share;
            shares.put(operation, share);
        }
        if (sum <= 0) {
            throw properties.bad("updateproportion", "one of the proportions above 0");
        }
        return new Chooser(shares, sum, random);
    }

    /** Draws operations by their shares, as YCSB's DiscreteGenerator does. */
    record Chooser(Map<YcsbOperation, Double> shares, double sum, PythonRandom random) {
        YcsbOperation next() {
            double draw = random.random();
            YcsbOperation last = READ;
            for (Map.Entry<YcsbOperation, Double> entry : shares.entrySet()) {
                double share = entry.getValue() / sum;
                if (draw < share) {
                    return entry.getKey();
                }
                draw -= share;
                last = share > 0 ? entry.getKey() : last;
            }
            return last;
        }
    }
}
