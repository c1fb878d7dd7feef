package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.workload.Workload;

/** Where a workload comes from. Equal sources give equal workloads. */
public interface WorkloadSource {
    /** Its name for people; runs that differ by their seeds alone have the same. */
    String name();

    /** What determines the workload, as text: part of the key of a stored run. */
    String identity();

    /** Generates or reads it; takes seconds and memory. */
    Workload load();
}
