package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.ObjectViews;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.Details;
import io.chameleon.cli.output.TextTable;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.redundancy.WriteHeat;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code chameleon state}. */
@Command(
        name = "state",
        description = "Shows an object's redundancy state, where it lies, how hot it is, and its history.")
@SuppressWarnings("NullAway.Init")
public final class StateCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "BUCKET/KEY", converter = ObjectPath.class, description = "Which object.")
    private ObjectId object;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public StateCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        try (ClusterConnection connection = cluster.connect()) {
            ObjectInfo info = connection.client().head(object.bucket(), object.key());
            List<EpochLogEntry> history = connection.client().history(object.bucket(), object.key());
            long epoch = connection.view().epoch();
            answers.answer(() -> json(info, epoch, history), () -> human(info, epoch, history));
            return ExitCode.OK;
        }
    }

    private static Map<String, Object> json(ObjectInfo info, long epoch, List<EpochLogEntry> history) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bucket", info.bucket());
        json.put("key", info.key());
        json.put("state", info.state().name());
        json.put("scheme", info.live().scheme().toString());
        json.put("chunk_bytes", info.chunkBytes());
        json.put("extents", info.extents());
        json.put("servers", info.isInPieces() ? List.of() : ObjectViews.names(info.live()));
        json.put("next_scheme", info.destination().scheme().toString());
        json.put("next_servers", ObjectViews.names(info.destination()));
        json.put("degraded", info.degraded());
        json.put("heat", WriteHeat.heat(info.heatScore(), epoch));
        json.put("epoch", epoch);
        json.put("last_write_epoch", info.lastWriteEpoch());
        json.put("remap_epoch", info.remapEpoch());
        json.put("history", history.stream().map(StateCommand::json).toList());
        return json;
    }

    private static Map<String, Object> json(EpochLogEntry entry) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("epoch", entry.epoch());
        json.put("at", Instant.ofEpochMilli(entry.atMillis()).toString());
        json.put("event", entry.event().name());
        json.put("from", entry.from().name());
        json.put("to", entry.to().name());
        json.put("source", ObjectViews.names(entry.source()));
        json.put("destination", ObjectViews.names(entry.destination()));
        json.put("reason", entry.reason());
        return json;
    }

    private static String human(ObjectInfo info, long epoch, List<EpochLogEntry> history) {
        Details details = new Details().line("object", info.id()).line("state", ObjectViews.state(info));
        if (info.isInPieces()) {
            details.line(
                    info.isComposed() ? "parts" : "chunks",
                    ObjectViews.chunks(info) + ", each with a state of its own: see chameleon stat");
        } else {
            details.line("servers", String.join(" ", ObjectViews.names(info.live())));
        }
        if (info.state().isIntermediate()) {
            details.line(
                    "next write",
                    info.destination().scheme() + " on " + String.join(" ", ObjectViews.names(info.destination())));
        }
        details.line(
                        "heat",
                        String.format(Locale.ROOT, "%.2f writes, decayed", WriteHeat.heat(info.heatScore(), epoch)))
                .line("last write", "epoch " + info.lastWriteEpoch() + " of " + epoch)
                .line("last remap", info.remapEpoch() == 0 ? "none" : "epoch " + info.remapEpoch());
        if (history.isEmpty()) {
            return details.line("history", "none, or compacted").toString();
        }
        TextTable table = new TextTable("EPOCH", "AT", "EVENT", "FROM", "TO", "DESTINATION", "REASON");
        history.forEach(entry -> table.row(
                entry.epoch(),
                Instant.ofEpochMilli(entry.atMillis()),
                entry.event(),
                entry.from(),
                entry.to(),
                String.join(" ", ObjectViews.names(entry.destination())),
                entry.reason()));
        return details + System.lineSeparator() + System.lineSeparator() + table;
    }
}
