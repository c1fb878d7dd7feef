package io.chameleon.cli.operate;

import io.chameleon.cli.output.Output;
import io.chameleon.cli.output.Progress;
import io.chameleon.cli.output.RepairLine;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.mapping.table.RepairTable;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Polls repair: a progress bar on a terminal, else a line when something has changed. */
final class RepairWatch {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final RepairTable table;
    private final Output output;

    RepairWatch(RepairTable table, Output output) {
        this.table = table;
        this.output = output;
    }

    /** Returns the first status that fulfils {@code wanted}, or the last one if the thread is interrupted. */
    RepairStatus until(Predicate<RepairStatus> wanted) {
        RepairStatus status = table.repairStatus();
        long left = left(status);
        String said = "";
        try (Progress bar = Progress.ofBytes("repair", left)) {
            while (!wanted.test(status) && !Thread.currentThread().isInterrupted()) {
                String line = RepairLine.of(status);
                if (!bar.isShown() && !line.equals(said)) {
                    output.say(line);
                    said = line;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
                status = table.repairStatus();
                long now = left(status);
                bar.step(Math.max(0, left - now));
                left = Math.min(left, now);
            }
        }
        return status;
    }

    private static long left(RepairStatus status) {
        return status.bytes() + status.bytesToDrain();
    }
}
