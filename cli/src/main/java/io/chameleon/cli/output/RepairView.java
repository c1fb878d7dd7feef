package io.chameleon.cli.output;

import io.chameleon.balancer.repair.RepairReport;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.node.units.ByteSize;
import java.util.stream.Collectors;

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
        return text.append(RepairLine.of(status)).toString();
    }

    /** As {@link #text(RepairStatus)}, with a line for each server on which reconciliation has halted and each note. */
    public static String text(RepairReport report) {
        return text(report.status())
                + HaltView.lines(report.halts())
                + report.notes().stream()
                        .map(note -> System.lineSeparator() + note)
                        .collect(Collectors.joining());
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
}
