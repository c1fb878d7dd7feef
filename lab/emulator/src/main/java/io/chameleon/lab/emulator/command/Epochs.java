package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.workload.Workload;
import java.time.Duration;

/**
 * How the time of a workload is divided. Zero leaves it to the workload.
 *
 * @param asked balancing intervals of a pass; 0: an hour each if a model made it, as in the papers, and eight of a
 *     recording
 * @param loops passes; 0: one if a model made it, and as many as write a recording's data {@value #OVERWRITES} times
 *     over, at least {@value #LEAST_LOOPS}, at most {@value #MOST_LOOPS}
 */
public record Epochs(int asked, int loops) {
    public static final Epochs AUTOMATIC = new Epochs(0, 0);

    private static final int OF_A_RECORDING = 8;
    private static final int OVERWRITES = 20;
    private static final int LEAST_LOOPS = 8;
    private static final int MOST_LOOPS = 32;

    int of(Workload workload) {
        if (asked > 0) {
            return asked;
        }
        long hour = Duration.ofHours(1).toNanos() / 1_000;
        return workload.isSynthetic()
                ? (int) Math.max(1, Math.round((double) workload.spanMicros() / hour))
                : OF_A_RECORDING;
    }

    int loopsOf(Workload workload) {
        if (loops > 0) {
            return loops;
        }
        if (workload.isSynthetic()) {
            return 1;
        }
        double written = 0;
        for (int request = 0; request < workload.requests(); request++) {
            written += workload.isWrite(request) ? workload.bytes(request) : 0;
        }
        double data = 0;
        for (int object = 0; object < workload.objects(); object++) {
            data += workload.objectBytes(object);
        }
        return (int) Math.clamp(Math.ceil(OVERWRITES * data / Math.max(1, written)), LEAST_LOOPS, MOST_LOOPS);
    }
}
