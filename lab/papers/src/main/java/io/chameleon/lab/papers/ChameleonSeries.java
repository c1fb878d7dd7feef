package io.chameleon.lab.papers;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Setup;
import java.util.List;

/** The schemes of the Chameleon paper's evaluation (IV-B, Table IV), and ours, on its five workloads. */
final class ChameleonSeries {
    static final List<String> WORKLOADS = List.of("ycsb-zipf", "mds-0", "web-1", "usr-0", "hm-0");

    static final Series EC = on(RedundancyPolicy.EC, "ec").called("EC-baseline");
    static final Series REP = on(RedundancyPolicy.REP, "rep").called("REP-baseline");
    static final Series REP_EC = on(RedundancyPolicy.REP, "rep-ec").called("REP+EC-baseline");
    static final Series EDM_ON_EC = on(RedundancyPolicy.EC, "edm-hdf").called("EDM (HDF)");
    static final Series EDM_ON_REP = on(RedundancyPolicy.REP, "edm-hdf").called("EDM (HDF)");
    static final Series CHAMELEON_ON_EC = on(RedundancyPolicy.EC, "chameleon").called("Chameleon");
    static final Series CHAMELEON_ON_REP = on(RedundancyPolicy.REP, "chameleon").called("Chameleon");
    static final Series OURS_ON_EC = on(RedundancyPolicy.EC, "predictive").called("ours, predictive");
    static final Series OURS_ON_REP = on(RedundancyPolicy.REP, "predictive").called("ours, predictive");

    private ChameleonSeries() {}

    private static Series on(RedundancyPolicy initial, String scheme) {
        return Series.of(scheme, initial, Setup.STANDARD, WORKLOADS);
    }

    /** The same on a single workload. */
    static Series only(Series series, String workload) {
        return new Series(
                series.label(),
                series.cells().stream()
                        .filter(cell -> cell.workload().equals(workload))
                        .toList());
    }
}
