package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.workload.SyntheticWorkloads;
import io.chameleon.lab.emulator.workload.Workload;

/** A workload that a model makes. */
public record SyntheticSource(String name, double scale, long seed) implements WorkloadSource {
    @Override
    public String identity() {
        return "synthetic " + name + " scale=" + scale + " seed=" + seed;
    }

    @Override
    public Workload load() {
        return SyntheticWorkloads.byName(name, scale, seed);
    }
}
