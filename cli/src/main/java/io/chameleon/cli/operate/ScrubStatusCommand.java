package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.TextTable;
import io.chameleon.core.ServerInfo;
import io.chameleon.node.units.ByteSize;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.wire.ScrubStatusResponse;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chameleon scrub status}. */
@Command(
        name = "status",
        description = "How far each server has read and checked its fragments, and what it found damaged.")
public final class ScrubStatusCommand implements Callable<Integer> {
    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public ScrubStatusCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    /** @param status null if the server does not answer */
    private record Scrubbed(ServerInfo server, @Nullable ScrubStatusResponse status) {}

    @Override
    public Integer call() {
        try (ClusterConnection connection = cluster.connect()) {
            List<Scrubbed> servers = connection.view().servers().stream()
                    .map(server -> new Scrubbed(server, ask(connection, server)))
                    .toList();
            answers.answer(() -> servers.stream().map(ScrubStatusCommand::json).toList(), () -> human(servers));
            return ExitCode.OK;
        }
    }

    private static @Nullable ScrubStatusResponse ask(ClusterConnection connection, ServerInfo server) {
        try {
            return server.isReadable()
                    ? connection
                            .flash()
                            .scrubStatus(Endpoint.of(server), connection.timeout())
                            .join()
                    : null;
        } catch (CompletionException silent) {
            return null;
        }
    }

    private static Map<String, Object> json(Scrubbed scrubbed) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", scrubbed.server.id().value());
        ScrubStatusResponse status = scrubbed.status;
        json.put("answers", status != null);
        if (status != null) {
            json.put("bytes_per_second", status.getBytesPerSecond());
            json.put("pass_began_millis", status.getPassBeganMillis());
            json.put("last_pass_millis", status.getLastPassMillis());
            json.put("fragments", status.getFragments());
            json.put("fragments_total", status.getFragmentsTotal());
            json.put("bytes", status.getBytes());
            json.put("damaged", status.getDamaged());
        }
        return json;
    }

    private static String human(List<Scrubbed> servers) {
        TextTable table = new TextTable("SERVER", "RATE", "THIS PASS", "LAST PASS ENDED", "DAMAGED");
        for (Scrubbed scrubbed : servers) {
            ScrubStatusResponse status = scrubbed.status;
            if (status == null) {
                table.row(scrubbed.server.id(), "", "does not answer", "", "");
            } else {
                table.row(
                        scrubbed.server.id(),
                        status.getBytesPerSecond() == 0 ? "off" : ByteSize.human(status.getBytesPerSecond()) + "/s",
                        status.getPassBeganMillis() == 0
                                ? ""
                                : status.getFragments() + " of " + status.getFragmentsTotal() + " fragments",
                        status.getLastPassMillis() == 0 ? "" : Instant.ofEpochMilli(status.getLastPassMillis()),
                        status.getDamaged());
            }
        }
        return table.toString();
    }
}
