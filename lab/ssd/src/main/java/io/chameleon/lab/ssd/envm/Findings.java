package io.chameleon.lab.ssd.envm;

import io.chameleon.lab.ssd.envm.simulation.FlashTechnology;
import io.chameleon.lab.ssd.envm.simulation.ProcessNode;
import io.chameleon.lab.ssd.envm.simulation.Scheme;
import io.chameleon.lab.ssd.envm.simulation.SimulationConfig;
import io.chameleon.lab.ssd.envm.simulation.SimulationReport;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a study found.
 *
 * @param base the hierarchy without a scheme's differences
 * @param schemes Figures 6 to 12
 * @param magnified Fig. 13a and b: by factor on the write sizes, 1 included; just 1 in a quick study
 * @param tlc Fig. 13c: TLC flash behind DRAM alone; null in a quick study
 * @param sizes Fig. 14; empty in a quick study
 */
record Findings(
        StudyWorkload workload,
        SimulationConfig base,
        Map<Scheme, SimulationReport> schemes,
        SortedMap<Integer, Map<Scheme, SimulationReport>> magnified,
        @Nullable SimulationReport tlc,
        List<EnvmNeed> sizes) {
    /**
     * The ENVM that a flash technology needs.
     *
     * @param envmShare of the capacity of the QLC device; NaN if no size will do
     * @param price of the same flash capacity with that ENVM, over that of the QLC device alone
     */
    record EnvmNeed(FlashTechnology technology, ProcessNode process, double envmShare, double price) {}

    SimulationReport of(Scheme scheme) {
        SimulationReport report = schemes.get(scheme);
        if (report == null) {
            throw new IllegalStateException("no report for " + scheme);
        }
        return report;
    }

    SimulationReport.ClassReport busy(Scheme scheme) {
        return of(scheme).busy();
    }
}
