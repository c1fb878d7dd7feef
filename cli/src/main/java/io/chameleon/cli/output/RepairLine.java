package io.chameleon.cli.output;

import io.chameleon.core.Durations;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.node.units.ByteSize;
import java.time.Duration;

/** The state of repair in one line. */
public final class RepairLine {
    private RepairLine() {}

    public static String of(RepairStatus status) {
        StringBuilder line = new StringBuilder();
        if (status.objects() == 0) {
            line.append("no object is degraded");
        } else {
            line.append(status.objects())
                    .append(status.objects() == 1 ? " degraded object, " : " degraded objects, ")
                    .append(ByteSize.human(status.bytes()))
                    .append(" to write");
            if (status.postponed() > 0) {
                line.append("; ")
                        .append(status.postponed())
                        .append(status.postponed() == 1 ? " waits: " : " wait: ")
                        .append(status.problem());
            }
        }
        if (status.bytesToDrain() > 0) {
            line.append("; ").append(ByteSize.human(status.bytesToDrain())).append(" to drain");
        }
        if (status.run().objects() > 0) {
            line.append("; ")
                    .append(status.run().objects())
                    .append(" done, ")
                    .append(ByteSize.human(status.run().bytes()));
        }
        status.eta()
                .ifPresent(eta -> line.append("; about ")
                        .append(Durations.exact(Duration.ofSeconds(Math.max(1, eta.toSeconds()))))
                        .append(" left"));
        if (status.drainStandsStill()) {
            line.append("; nothing moves at present");
        }
        return line.toString();
    }

    /** Whether nothing is left to repair, to queue or to move. */
    public static boolean isQuiet(RepairStatus status) {
        return status.objects() == 0
                && status.evacuations().stream()
                        .allMatch(evacuation ->
                                evacuation.isFinished() || (evacuation.queues() && evacuation.walk() > 0));
    }
}
