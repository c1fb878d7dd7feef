package io.chameleon.cli.output;

import io.chameleon.core.mapping.table.ReconciliationHalt;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Where reconciliation has halted, for people; {@link io.chameleon.node.role.HaltJson} is for scripts. */
public final class HaltView {
    private HaltView() {}

    /** A line for each server, after what goes before. */
    static String lines(List<ReconciliationHalt> halts) {
        return halts.stream().map(halt -> System.lineSeparator() + line(halt)).collect(Collectors.joining());
    }

    private static String line(ReconciliationHalt halt) {
        return "reconciliation has halted on " + halt.server() + ": nothing refers to " + halt.found() + " of its "
                + halt.held() + " fragments"
                + (halt.isConfirmed() ? "; confirmed, the next pass goes on" : "; see 'chameleon reconcile'");
    }

    public static String table(List<ReconciliationHalt> halts) {
        if (halts.isEmpty()) {
            return "reconciliation has halted nowhere";
        }
        TextTable table = new TextTable("SERVER", "HALTED SINCE", "FRAGMENTS", "NOBODY REFERS TO", "CONFIRMED");
        halts.forEach(halt -> table.row(
                halt.server(),
                Instant.ofEpochMilli(halt.sinceMillis()),
                halt.held(),
                halt.found(),
                halt.isConfirmed() ? halt.confirmed() : "no"));
        return table.toString();
    }
}
