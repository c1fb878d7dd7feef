package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.HaltView;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import io.chameleon.node.role.HaltJson;
import io.chameleon.transport.client.RemoteGarbageTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon reconcile}. */
@Command(
        name = "reconcile",
        description =
                "Shows where reconciliation has halted, since the mapping table refers to too little of what a server holds."
                        + " Nothing is deleted there until the table is mended, or what was found is confirmed.")
public final class ReconcileCommand implements Callable<Integer> {
    @ArgGroup
    private @Nullable Confirmation confirmation;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    /** Which halts to confirm. */
    static final class Confirmation {
        @Option(
                names = "--confirm",
                paramLabel = "SERVER",
                description =
                        "Let one pass delete what was found on this server. First make sure that the database is the right one.")
        private @Nullable String server;

        @Option(names = "--confirm-all", description = "The same on every server where it has halted.")
        private boolean all;
    }

    public ReconcileCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        try (ClusterConnection connection = cluster.connect()) {
            RemoteGarbageTable table = connection.garbage();
            Confirmation chosen = confirmation;
            if (chosen != null) {
                confirm(table, chosen);
            }
            List<ReconciliationHalt> halts = table.halts();
            answers.answer(
                    () -> Map.of("halts", halts.stream().map(HaltJson::of).toList()), () -> HaltView.table(halts));
            return ExitCode.OK;
        }
    }

    private static void confirm(RemoteGarbageTable table, Confirmation chosen) {
        String server = chosen.server;
        if (chosen.all) {
            table.halts().forEach(halt -> table.confirmHalt(halt.server()));
        } else if (server != null && !table.confirmHalt(new ServerId(server))) {
            throw new CommandFailure(
                    "reconciliation has not halted on server " + server + ": there is nothing to confirm");
        }
    }
}
