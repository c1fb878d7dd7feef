package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon forget}. */
@Command(
        name = "forget",
        description =
                "Takes a server out of the cluster that was drained, or lost and all it held repaired, and that is"
                        + " gone for good. Refuses, and says why, if anything may still be needed from it.")
@SuppressWarnings("NullAway.Init")
public final class ForgetCommand implements Callable<Integer> {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Parameters(index = "0", paramLabel = "SERVER", description = "Which server, such as flash-3.")
    private String server;

    @Option(names = "--wait", description = "Wait until it is gone and nothing is needed from it any more.")
    private boolean wait;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public ForgetCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        ServerId id = new ServerId(server);
        try (ClusterConnection connection = cluster.connect()) {
            connection.requireServer(id);
            String said = "";
            String reason = refusal(connection, id);
            while (!reason.isEmpty()) {
                if (!wait || Thread.currentThread().isInterrupted()) {
                    throw new CommandFailure(reason);
                }
                if (!reason.equals(said)) {
                    answers.output().say("waiting: " + reason);
                    said = reason;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
                reason = refusal(connection, id);
            }
            answers.answer(
                    () -> Map.of("server", id.value(), "forgotten", true),
                    () -> "server " + id + " is no part of the cluster any more");
            return ExitCode.OK;
        }
    }

    /** Why it may not be forgotten yet; empty once it is. */
    private static String refusal(ClusterConnection connection, ServerId id) {
        try {
            connection.repairs().forget(id);
            return "";
        } catch (ChameleonError e) {
            if (e.code() != ErrorCode.INVALID_REQUEST) {
                throw e;
            }
            return String.valueOf(e.getMessage());
        }
    }
}
