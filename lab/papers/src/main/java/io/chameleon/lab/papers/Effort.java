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
 * @param servers of the cluster, unless the paper's number is asked for
 * @param recordings by name: each is used instead of a synthetic workload of that name, at full length, whatever the
 *     scale
 */
public record Effort(double scale, List<Long> seeds, int servers, Map<String, WorkloadSource> recordings) {
    public Effort {
        Require.that(!seeds.isEmpty(), "--seeds", seeds, "one at least");
    }

    /** Names of the recordings, in a fixed order. */
    List<String> recordingNames() {
        return recordings.keySet().stream().sorted().toList();
    }

    WorkloadSource source(String workload, long seed) {
        WorkloadSource recording = recordings.get(workload);
        return recording == null ? new SyntheticSource(workload, scale, seed) : recording;
    }
}
