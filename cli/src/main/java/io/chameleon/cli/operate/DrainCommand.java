package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.node.role.RepairJson;
import io.chameleon.transport.rpc.Endpoint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon drain}. */
@Command(
        name = "drain",
        description = "Empties a server: it takes no new fragments, what it holds moves to others, and it serves reads"
                + " until it is empty. Outlasts restarts.")
@SuppressWarnings("NullAway.Init")
public final class DrainCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SERVER", description = "Which server, such as flash-3.")
    private String server;

    @Option(
            names = {"--cancel", "--undo"},
            description = "Have it take fragments again. What has moved stays where it is.")
    private boolean cancel;

    @Option(names = "--wait", description = "Wait until it is empty.")
    private boolean wait;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public DrainCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        ServerId id = new ServerId(server);
        try (ClusterConnection connection = cluster.connect()) {
            ServerInfo info = connection.requireServer(id);
            if (cancel) {
                connection.repairs().cancelDrain(id);
            } else {
                connection.repairs().drain(id);
            }
            tell(connection, info);
            RepairStatus status = wait && !cancel
                    ? waited(connection, id)
                    : connection.repairs().repairStatus();
            answers.answer(() -> json(id, status), () -> human(connection, id, status));
            return ExitCode.OK;
        }
    }

    /** The mapping service has recorded it; the server itself refuses writes of clients that do not know it yet. */
    private void tell(ClusterConnection connection, ServerInfo info) {
        if (!info.isReadable()) {
            return;
        }
        try {
            connection
                    .flash()
                    .drain(Endpoint.of(info), !cancel, connection.timeout())
                    .join();
        } catch (CompletionException e) {
            boolean heardLater = e.getCause() instanceof ChameleonError && !cancel;
            if (!heardLater) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }
    }

    private RepairStatus waited(ClusterConnection connection, ServerId id) {
        // Whoever waits for what may not come is told before.
        connection.drainNotes().tooFewOthers(Set.of(id)).ifPresent(answers.output()::say);
        return new RepairWatch(connection.repairs(), answers.output()).until(now -> isDrained(now, id));
    }

    private static Optional<Evacuation> record(RepairStatus status, ServerId id) {
        return status.evacuations().stream()
                .filter(evacuation -> evacuation.kind() == Evacuation.Kind.DRAIN)
                .filter(evacuation -> evacuation.server().equals(id))
                .findFirst();
    }

    /** Also true if an operator has cancelled it meanwhile: there is nothing to wait for. */
    private static boolean isDrained(RepairStatus status, ServerId id) {
        return record(status, id).map(Evacuation::isFinished).orElse(true);
    }

    private Map<String, Object> json(ServerId id, RepairStatus status) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", id.value());
        json.put("draining", !cancel);
        record(status, id).ifPresent(evacuation -> json.put("progress", RepairJson.json(evacuation)));
        return json;
    }

    private String human(ClusterConnection connection, ServerId id, RepairStatus status) {
        if (cancel) {
            return "server " + id + " takes fragments again";
        }
        if (record(status, id).filter(Evacuation::isFinished).isPresent()) {
            return "server " + id + " is empty and may be taken away";
        }
        String answer =
                "server " + id + " takes no new fragments; 'chameleon repair status' shows how far it is emptied";
        return connection
                .drainNotes()
                .tooFewOthers(Set.of(id))
                .map(note -> answer + System.lineSeparator() + note)
                .orElse(answer);
    }
}
