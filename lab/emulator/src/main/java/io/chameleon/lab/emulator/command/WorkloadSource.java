package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.workload.Workload;

/** Where a workload comes from. Equal sources give equal workloads. */
public interface WorkloadSource {
    /** What people call it; runs that differ by their seeds alone have the same. */
    String name();

    /** What determines the workload, as text: part of what a kept run is found by. */
    String identity();

    /** Generates or reads it; takes seconds and memory. */
    Workload load();
}
