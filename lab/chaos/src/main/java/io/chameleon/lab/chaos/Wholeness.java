package io.chameleon.lab.chaos;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.lab.chaos.process.Member;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import java.time.Duration;
import java.util.concurrent.CompletionException;

/** Whether every object has all its fragments, on servers that run. */
record Wholeness(ProcessCluster cluster) {
    /** The time for repair to make everything whole, on a machine that is busy with everything else. */
    static final Duration LIMIT = Duration.ofMinutes(5);

    private static final long LOOK_MILLIS = 500;

    /** False if it takes longer than {@link #LIMIT}. */
    boolean await() throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!isWhole()) {
            if (System.nanoTime() > end) {
                return false;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return true;
    }

    /** A record whose first walk is over waits for late commits; it says nothing about what is missing now. */
    private boolean isWhole() {
        try {
            RepairStatus status = cluster.repairs().repairStatus();
            return cluster.members(Role.FLASH).stream().allMatch(Member::isRunning)
                    && cluster.serversUp() == cluster.members(Role.FLASH).size()
                    && status.objects() == 0
                    && status.evacuations().stream().allMatch(emptied -> emptied.walk() > 0);
        } catch (ChameleonError | CompletionException notNow) {
            return false;
        }
    }
}
