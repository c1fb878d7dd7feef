package io.chameleon.lab.papers;

import io.chameleon.core.Require;
import io.chameleon.lab.emulator.command.SyntheticSource;
import io.chameleon.lab.emulator.command.WorkloadSource;
import java.util.List;
import java.util.Map;

/**
 * How much is run.
 *
 * @param scale of the synthetic workloads
 * @param seeds one at least
 * @param servers of the cluster, where the paper's is not asked for
 * @param recordings by name: they stand for themselves, at full length, whatever the scale
 */
record Effort(double scale, List<Long> seeds, int servers, Map<String, WorkloadSource> recordings) {
    Effort {
        Require.that(!seeds.isEmpty(), "--seeds", seeds, "one at least");
    }

    /** Names of recordings that are no stand-in's, in a settled order. */
    List<String> recordingNames() {
        return recordings.keySet().stream().sorted().toList();
    }

    WorkloadSource source(String workload, long seed) {
        WorkloadSource recording = recordings.get(workload);
        return recording == null ? new SyntheticSource(workload, scale, seed) : recording;
    }
}
