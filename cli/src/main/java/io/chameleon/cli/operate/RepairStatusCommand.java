package io.chameleon.cli.operate;

import io.chameleon.balancer.repair.DrainNotes;
import io.chameleon.balancer.repair.RepairReport;
import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.RepairLine;
import io.chameleon.cli.output.RepairView;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.node.role.RepairJson;
import java.util.concurrent.Callable;
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
            DrainNotes notes = connection.drainNotes();
            if (watch) {
                // Whoever waits for what may not come is told before.
                notes.of(connection.repairs().repairStatus()).forEach(answers.output()::say);
            }
            RepairStatus status = watch
                    ? new RepairWatch(connection.repairs(), answers.output()).until(RepairLine::isQuiet)
                    : connection.repairs().repairStatus();
            RepairReport report = new RepairReport(status, connection.garbage().halts(), notes.of(status));
            answers.answer(() -> RepairJson.json(report), () -> RepairView.text(report));
            return ExitCode.OK;
        }
    }
}
