package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.kit.TimeConverter;
import io.chameleon.transport.wire.BalanceResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon balance}. */
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
            boolean dryRun = what.dryRun && !what.now;
            BalanceResponse response = LeadingBalancer.of(connection).balance(dryRun, wait);
            BalanceView view = new BalanceView(response, dryRun);
            answers.answer(view::json, view::text);
            return ExitCode.OK;
        }
    }
}
