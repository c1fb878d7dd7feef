package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.kit.TimeConverter;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.wire.BalanceRequest;
import io.chameleon.transport.wire.BalanceResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon balance}: asks the leader, whose name in the mapping table is its address. */
@Command(name = "balance", description = "Shows what the balancer would do now, or has it end the epoch and do it.")
@SuppressWarnings("NullAway.Init")
public final class BalanceCommand implements Callable<Integer> {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private What what;

    private static final class What {
        @Option(names = "--dry-run", description = "Only plan: who would move where, and why.")
        private boolean dryRun;

        @Option(names = "--now", description = "End the epoch now, plan, and apply the plan.")
        private boolean now;
    }

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "How long the balancer may take. Default: 5m.")
    private Duration wait = Duration.ofMinutes(5);

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public BalanceCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        try (ClusterConnection connection = cluster.connect()) {
            BalanceResponse response = ask(connection, leader(connection));
            BalanceView view = new BalanceView(response, isDryRun());
            answers.output().answer(view::json, view::text);
            return ExitCode.OK;
        }
    }

    private boolean isDryRun() {
        return what.dryRun && !what.now;
    }

    private static Endpoint leader(ClusterConnection connection) {
        String holder = connection.remaps().balancerEpoch().holder();
        if (holder.isEmpty()) {
            throw new CommandFailure("no balancer has led this cluster yet; start one with 'chameleon balancer'");
        }
        try {
            return Endpoint.parse(holder);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure("the last leader calls itself '" + holder + "', which is no address to ask", e);
        }
    }

    private BalanceResponse ask(ClusterConnection connection, Endpoint leader) {
        BalanceRequest request =
                BalanceRequest.newBuilder().setDryRun(isDryRun()).build();
        try {
            Message answer = connection
                    .network()
                    .call(leader, Message.of(MessageType.BALANCE, request), wait)
                    .join();
            answer.release();
            return answer.header(BalanceResponse.class);
        } catch (CompletionException e) {
            if (e.getCause() instanceof ChameleonError error && error.code() == ErrorCode.UNAVAILABLE) {
                throw new CommandFailure(
                        "the balancer that led last, " + leader + ", does not lead: " + error.getMessage()
                                + "; start one with 'chameleon balancer', or try again in a few seconds",
                        e);
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }
}
