package io.chameleon.lab.emulator.workload;

import io.chameleon.lab.emulator.workload.SyntheticWorkloads.Described;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Workloads to judge policies by, never to tune them by: all were made after the constants of the policies, and differ
 * from the others in skew, in time, in sizes, or in that objects come and go. docs/research/workloads.md describes
 * them.
 */
final class HeldOut {
    private static final double GB = 1_000_000_000;
    private static final int YCSB_RECORDS = 200_000;
    private static final int YCSB_OPERATIONS = 1_200_000;
    private static final double YCSB_SECONDS = 85 * 3600.0;

    private HeldOut() {}

    /** By name, in the order of the documentation. */
    static Map<String, Described> models() {
        Map<String, Described> models = new LinkedHashMap<>();
        models.put(
                "ycsb-latest",
                new Described(
                        ycsb(Map.of(
                                "requestdistribution", "latest",
                                "readproportion", "0.2",
                                "updateproportion", "0.75",
                                "insertproportion", "0.05")),
                        "YCSB's latest: the newest records are the hottest, 5 % inserts"));
        models.put(
                "ycsb-hotspot",
                new Described(
                        ycsb(Map.of(
                                "requestdistribution", "hotspot",
                                "hotspotdatafraction", "0.2",
                                "hotspotopnfraction", "0.8",
                                "readproportion", "0.2",
                                "updateproportion", "0.8")),
                        "YCSB's hotspot: a fifth of the records gets four fifths of the operations"));
        models.put(
                "disk-flat",
                new Described(
                        new ServerDisk(
                                1_300_000, 3.5 * GB, 40 * GB, 0.85, ServerDisk.MIXED, 0.4, 0.2, 0.3, 40, 0.03, 0.5),
                        "a server's disk for a week, Zipf 0.4"));
        models.put(
                "disk-steep",
                new Described(
                        new ServerDisk(
                                2_000_000, 2.5 * GB, 120 * GB, 0.9, ServerDisk.LARGE, 1.2, 0.05, 0.05, 12, 0.01, 0.5),
                        "a server's disk for a week, Zipf 1.2"));
        models.put(
                "bursts",
                new Described(new WriteBursts(), "bursts of writes for ten minutes, each to a set of its own"));
        models.put("deletes", new Described(new Churn(), "objects come and go"));
        models.put(
                "growing",
                new Described(new GrowingData(), "a data set that grows to 5.5 times its size, the young is hot"));
        models.put("mixed-sizes", new Described(new MixedSizes(), "objects from 1 KiB to 64 MiB"));
        return models;
    }

    /** YCSB's core workload with these properties: records of 48 KB, operations evenly over 85 hours. */
    private static WorkloadModel ycsb(Map<String, String> distribution) {
        return (name, scale, seed) -> {
            int operations = WorkloadModel.scaled(YCSB_OPERATIONS * scale, 1, "operation", scale);
            int records = WorkloadModel.scaled(YCSB_RECORDS * scale, 1, "record", scale);
            Map<String, String> properties = new LinkedHashMap<>(distribution);
            properties.put("recordcount", Integer.toString(records));
            properties.put("operationcount", Integer.toString(operations));
            properties.put("fieldlength", "4800");
            properties.put("target", Double.toString(operations / YCSB_SECONDS));
            return YcsbCore.make(name, YcsbProperties.of(name, properties), seed);
        };
    }
}
