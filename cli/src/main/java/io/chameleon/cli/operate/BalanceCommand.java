package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.ObjectViews;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.kit.TimeConverter;
import io.chameleon.cli.output.TextTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Remap;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.wire.BalanceRequest;
import io.chameleon.transport.wire.BalanceResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
    private static final int SHOWN = 40;

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
            List<Remap> remaps =
                    response.getRemapsList().stream().map(RemapWire::unpack).toList();
            answers.output().answer(() -> json(response, remaps), () -> human(response, remaps));
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

    private Map<String, Object> json(BalanceResponse response, List<Remap> remaps) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dry_run", isDryRun());
        json.put("epoch", response.getEpoch());
        json.put("policy", response.getPolicy());
        json.put("sigma_before", response.getSigmaBefore());
        json.put("sigma_after", response.getSigmaAfter());
        json.put("mean_before", response.getMeanBefore());
        json.put("mean_after", response.getMeanAfter());
        json.put("remaps", remaps.stream().map(BalanceCommand::json).toList());
        json.put("outcomes", outcomes(response));
        json.put("migrations", response.getMigrations());
        json.put("migrated", response.getMigrated());
        json.put("notes", response.getNotesList());
        return json;
    }

    private static Map<String, Object> json(Remap remap) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("object", remap.id().toString());
        json.put("event", remap.event().name());
        json.put("destination", destination(remap));
        json.put("reason", remap.reason());
        return json;
    }

    private static List<String> destination(Remap remap) {
        var destination = remap.destination();
        return destination == null ? List.of() : ObjectViews.names(destination);
    }

    private static Map<String, Integer> outcomes(BalanceResponse response) {
        Map<String, Integer> outcomes = new TreeMap<>();
        response.getOutcomesMap()
                .forEach((outcome, count) -> outcomes.put(Remap.Outcome.values()[outcome].name(), count));
        return outcomes;
    }

    private String human(BalanceResponse response, List<Remap> remaps) {
        StringBuilder text = new StringBuilder();
        if (!remaps.isEmpty()) {
            TextTable table = new TextTable("OBJECT", "EVENT", "DESTINATION", "REASON");
            remaps.stream()
                    .limit(SHOWN)
                    .forEach(remap ->
                            table.row(remap.id(), remap.event(), String.join(" ", destination(remap)), remap.reason()));
            line(text, table.toString());
            if (remaps.size() > SHOWN) {
                line(text, "... and " + (remaps.size() - SHOWN) + " more; --output json has all");
            }
        }
        response.getNotesList().forEach(note -> line(text, "note: " + note));
        line(
                text,
                String.format(
                        Locale.ROOT,
                        "epoch %d, policy %s: %d remaps and %d bulk migrations planned",
                        response.getEpoch(),
                        response.getPolicy(),
                        remaps.size(),
                        response.getMigrations()));
        line(
                text,
                String.format(
                                Locale.ROOT,
                                "forecast: σ %.2f -> %.2f erases",
                                response.getSigmaBefore(),
                                response.getSigmaAfter())
                        + mean(response));
        line(
                text,
                isDryRun()
                        ? "nothing was changed; --now does it"
                        : "done: " + outcomes(response) + ", " + response.getMigrated() + " objects copied in bulk");
        return text.toString().stripTrailing();
    }

    private static String mean(BalanceResponse response) {
        return response.getMeanBefore() < 0
                ? "; the devices are so new that they will not have erased a block by then"
                : String.format(Locale.ROOT, ", mean %.1f -> %.1f", response.getMeanBefore(), response.getMeanAfter());
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }
}
