package io.chameleon.cli.command;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.transport.Endpoint;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon drain}. */
@Command(
        name = "drain",
        description = "Has a server take no new fragments; it goes on serving reads. Until it restarts, or --undo.")
@SuppressWarnings("NullAway.Init")
final class DrainCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SERVER", description = "Which server, such as flash-3.")
    private String server;

    @Option(names = "--undo", description = "Have it take fragments again.")
    private boolean undo;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    DrainCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        ServerId id = new ServerId(server);
        try (ClusterConnection connection = cluster.connect()) {
            ServerInfo info = connection
                    .view()
                    .server(id)
                    .orElseThrow(() -> new CommandFailure("no server " + id + "; there are "
                            + String.join(
                                    ", ",
                                    connection.view().servers().stream()
                                            .map(known -> known.id().value())
                                            .toList())));
            if (!info.isReadable()) {
                throw new CommandFailure("server " + id + " is down; it cannot be drained");
            }
            try {
                connection
                        .flash()
                        .drain(Endpoint.of(info), !undo, connection.timeout())
                        .join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
            answers.output()
                    .answer(
                            () -> Map.of("server", id.value(), "draining", !undo),
                            () -> "server " + id + (undo ? " takes fragments again" : " takes no new fragments"));
            return ExitCode.OK;
        }
    }
}
