package io.chameleon.lab.demo;

import io.chameleon.core.ServerId;
import io.chameleon.core.wear.WearReport;

/** Reports of servers that differ in what the demo shows. */
final class Wears {
    private Wears() {}

    static WearReport wear(String server, long erases, double meanMicros, double p99Micros) {
        return new WearReport(
                new ServerId(server),
                erases,
                100,
                150,
                0.5,
                1_000,
                800,
                4096,
                64,
                20,
                3_000,
                0,
                new WearReport.LatencySummary(3, meanMicros, p99Micros));
    }
}
