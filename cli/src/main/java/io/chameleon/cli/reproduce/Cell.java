package io.chameleon.cli.reproduce;

import io.chameleon.cli.emulate.Scheme;
import io.chameleon.core.redundancy.RedundancyPolicy;

/**
 * What is run once for each seed.
 *
 * @param workload a synthetic workload's name, or a recording's
 */
record Cell(String workload, Scheme scheme, Setup setup) {
    static Cell of(String workload, String scheme, RedundancyPolicy initial, Setup setup) {
        return new Cell(workload, Scheme.of(scheme, initial), setup);
    }

    Cell on(Setup other) {
        return new Cell(workload, scheme, other);
    }
}
