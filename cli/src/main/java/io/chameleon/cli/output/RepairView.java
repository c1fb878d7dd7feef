package io.chameleon.cli.output;

import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.node.units.ByteSize;
import io.chameleon.node.units.Durations;
import java.time.Duration;
import java.util.List;

/** The state of repair, for people; {@link io.chameleon.node.role.RepairJson} is for scripts. */
public final class RepairView {
    private RepairView() {}

    /** A table of what waits, one of the servers being emptied, and a line. */
    public static String text(RepairStatus status) {
        StringBuilder text = new StringBuilder();
        if (!status.queue().isEmpty()) {
            TextTable queue = new TextTable("CAN STILL LOSE", "OBJECTS", "TO WRITE");
            status.queue()
                    .forEach(backlog -> queue.row(
                            backlog.margin() < 0 ? "unreadable" : backlog.margin() + " fragments",
                            backlog.objects(),
                            ByteSize.human(backlog.bytes())));
            text.append(queue).append(System.lineSeparator());
        }
        if (!status.evacuations().isEmpty()) {
            TextTable servers = new TextTable("SERVER", "WHY", "OBJECTS", "LEFT IT", "STATE");
            status.evacuations()
                    .forEach(evacuation -> servers.row(
                            evacuation.server(),
                            why(evacuation.kind()),
                            evacuation.objects(),
                            evacuation.moved(),
                            state(evacuation)));
            text.append(servers).append(System.lineSeparator());
        }
        return text.append(line(status)).toString();
    }

    /** As {@link #text(RepairStatus)}, with a line for each server on which reconciliation has halted. */
    public static String text(RepairStatus status, List<ReconciliationHalt> halts) {
        StringBuilder text = new StringBuilder(text(status));
        halts.forEach(halt -> text.append(System.lineSeparator())
                .append("reconciliation has halted on ")
                .append(halt.server())
                .append(": nothing refers to ")
                .append(halt.found())
                .append(" of its ")
                .append(halt.held())
                .append(" fragments")
                .append(halt.isConfirmed() ? "; confirmed, the next pass goes on" : "; see 'chameleon reconcile'"));
        return text.toString();
    }

    private static String why(Evacuation.Kind kind) {
        return switch (kind) {
            case DRAIN -> "drain";
            case LOST -> "lost";
            case EMPTIED -> "device replaced";
        };
    }

    private static String state(Evacuation evacuation) {
        boolean drain = evacuation.kind() == Evacuation.Kind.DRAIN;
        if (evacuation.isFinished()) {
            return drain ? "drained" : "queued";
        }
        if (evacuation.walk() == 0) {
            return drain ? "counting" : "queueing";
        }
        return drain ? "moving" : "queued";
    }

    /** A summary in one line. */
    public static String line(RepairStatus status) {
        StringBuilder line = new StringBuilder();
        if (status.objects() == 0) {
            line.append("no object is degraded");
        } else {
            line.append(status.objects())
                    .append(" degraded objects, ")
                    .append(ByteSize.human(status.bytes()))
                    .append(" to write");
            if (status.postponed() > 0) {
                line.append("; ").append(status.postponed()).append(" wait: ").append(status.problem());
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
