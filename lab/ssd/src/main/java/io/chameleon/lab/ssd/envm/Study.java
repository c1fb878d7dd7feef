package io.chameleon.lab.ssd.envm;

import io.chameleon.lab.ssd.envm.simulation.EnvmSimulation;
import io.chameleon.lab.ssd.envm.simulation.EnvmSizing;
import io.chameleon.lab.ssd.envm.simulation.FlashTechnology;
import io.chameleon.lab.ssd.envm.simulation.MediumTiming;
import io.chameleon.lab.ssd.envm.simulation.ProcessNode;
import io.chameleon.lab.ssd.envm.simulation.Scheme;
import io.chameleon.lab.ssd.envm.simulation.SimulationConfig;
import io.chameleon.lab.ssd.envm.simulation.SimulationReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/** Runs what Figures 6 to 14 need, one simulation after the other. */
final class Study {
    /** 252.5 GB a day for a TLC device of 750 GB (section VI-A and VI-D), over the capacity of the QLC device. */
    private static final double TLC_WRITES_PER_DAY = 0.2525;

    private static final int[] MAGNIFICATIONS = {2, 4, 16};
    private static final int SIZING_RUNS = 6;

    private final StudyWorkload workload;
    private final SimulationConfig base;
    private final IntConsumer progress;

    /**
     * @param progress receives the number of requests replayed since the last call
     */
    Study(StudyWorkload workload, SimulationConfig base, IntConsumer progress) {
        this.workload = workload;
        this.base = base;
        this.progress = progress;
    }

    /** The approximate number of simulations in a study. */
    static int runs(boolean quick) {
        int schemes = Scheme.values().length;
        int sizings = FlashTechnology.values().length * ProcessNode.values().length;
        return quick ? schemes : schemes * (1 + MAGNIFICATIONS.length) + 1 + sizings * SIZING_RUNS;
    }

    Findings run(boolean quick) {
        Map<Scheme, SimulationReport> schemes = allSchemes(1);
        SortedMap<Integer, Map<Scheme, SimulationReport>> magnified = new TreeMap<>();
        magnified.put(1, schemes);
        if (!quick) {
            for (int factor : MAGNIFICATIONS) {
                magnified.put(factor, allSchemes(factor));
            }
        }
        return new Findings(workload, base, schemes, magnified, quick ? null : tlc(), quick ? List.of() : sizes());
    }

    private Map<Scheme, SimulationReport> allSchemes(int magnification) {
        Map<Scheme, SimulationReport> reports = new EnumMap<>(Scheme.class);
        for (Scheme scheme : Scheme.values()) {
            reports.put(scheme, simulate(base.withScheme(scheme).withMagnification(magnification)));
        }
        return reports;
    }

    private SimulationReport simulate(SimulationConfig config) {
        return EnvmSimulation.run(workload.log(), config, progress);
    }

    private SimulationReport tlc() {
        return simulate(base.withScheme(Scheme.BASE)
                .withFlash(
                        (long) (base.flashBytes() * FlashTechnology.TLC.capacity()),
                        MediumTiming.TLC,
                        TLC_WRITES_PER_DAY * base.flashBytes()));
    }

    private List<Findings.EnvmNeed> sizes() {
        List<Findings.EnvmNeed> needs = new ArrayList<>();
        for (FlashTechnology technology : FlashTechnology.values()) {
            for (ProcessNode process : ProcessNode.values()) {
                double limit = base.flashBytesPerDay() * technology.endurance(process);
                SimulationConfig config =
                        base.withScheme(Scheme.NLCWIP).withFlash(base.flashBytes(), base.flash(), limit);
                double share =
                        EnvmSizing.smallest(workload.log(), config, progress).share();
                needs.add(new Findings.EnvmNeed(
                        technology, process, share, technology.price() + FlashTechnology.ENVM_PRICE * share));
            }
        }
        return needs;
    }
}
