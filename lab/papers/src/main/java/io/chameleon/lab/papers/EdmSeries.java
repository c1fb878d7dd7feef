package io.chameleon.lab.papers;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.papers.figure.Series;
import io.chameleon.lab.papers.figure.Setup;
import java.util.List;

/** EDM's evaluation (V): four schemes on stand-ins of seven network storage traces, 16 and 20 servers. */
record EdmSeries(int servers) {
    static final List<String> WORKLOADS =
            List.of("edm-home02", "edm-home03", "edm-home04", "edm-deasna", "edm-deasna2", "edm-lair62", "edm-lair62b");

    /** Those of Figures 1, 3 and 7. */
    static final List<String> THREE = List.of("edm-home02", "edm-deasna", "edm-lair62");

    static final List<EdmSeries> ALL = List.of(new EdmSeries(16), new EdmSeries(20));

    static final String STAND_INS =
            "Harvard's traces are not public here. Those named `edm-...` are synthetic stand-ins with the counts and mean sizes of EDM's Table I;"
                    + " `--edm-traces DIR` replays the recordings instead.";

    Series baseline() {
        return series("none").called("baseline");
    }

    Series cmt() {
        return series("cmt").called("CMT");
    }

    Series hdf() {
        return series("edm-hdf").called("EDM-HDF");
    }

    Series cdf() {
        return series("edm-cdf").called("EDM-CDF");
    }

    List<Series> all() {
        return List.of(baseline(), cmt(), hdf(), cdf());
    }

    private Series series(String scheme) {
        return Series.of(scheme, RedundancyPolicy.EC, Setup.edm(servers), WORKLOADS);
    }

    String panel() {
        return servers + " OSDs";
    }
}
