package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.RepairLine;
import io.chameleon.cli.output.RepairView;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.node.role.RepairJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon repair status}. */
@Command(
        name = "status",
        description =
                "How many objects are degraded, how much they can still lose, which servers are being emptied and what is in"
                        + " the way of that, and where reconciliation has halted.")
public final class RepairStatusCommand implements Callable<Integer> {
    @Option(
            names = "--watch",
            description = "Go on until nothing is left to do: a bar on a terminal, else a line now and then.")
    private boolean watch;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public RepairStatusCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        try (ClusterConnection connection = cluster.connect()) {
            DrainNotes notes = new DrainNotes(connection);
            if (watch) {
                // Whoever waits for what may not come is told before.
                notes.of(connection.repairs().repairStatus()).forEach(answers.output()::say);
            }
            RepairStatus status = watch
                    ? new RepairWatch(connection.repairs(), answers.output()).until(RepairLine::isQuiet)
                    : connection.repairs().repairStatus();
            List<ReconciliationHalt> halts = connection.garbage().halts();
            List<String> inTheWay = notes.of(status);
            answers.answer(
                    () -> json(status, halts, inTheWay),
                    () -> String.join(
                            System.lineSeparator(),
                            Stream.concat(Stream.of(RepairView.text(status, halts)), inTheWay.stream())
                                    .toList()));
            return ExitCode.OK;
        }
    }

    private static Map<String, Object> json(
            RepairStatus status, List<ReconciliationHalt> halts, List<String> inTheWay) {
        Map<String, Object> json = RepairJson.json(status, halts);
        json.put("notes", inTheWay);
        return json;
    }
}
