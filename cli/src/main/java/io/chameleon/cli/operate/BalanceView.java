package io.chameleon.cli.operate;

import io.chameleon.cli.kit.ObjectViews;
import io.chameleon.cli.output.TextTable;
import io.chameleon.core.mapping.Remap;
import io.chameleon.transport.protocol.RemapWire;
import io.chameleon.transport.wire.BalanceResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The answer of {@code chameleon balance}. */
final class BalanceView {
    private static final int SHOWN = 40;

    private final BalanceResponse response;
    private final List<Remap> remaps;
    private final boolean dryRun;

    BalanceView(BalanceResponse response, boolean dryRun) {
        this.response = response;
        this.remaps = response.getRemapsList().stream().map(RemapWire::unpack).toList();
        this.dryRun = dryRun;
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dry_run", dryRun);
        json.put("epoch", response.getEpoch());
        json.put("policy", response.getPolicy());
        json.put("sigma_before", response.getSigmaBefore());
        json.put("sigma_after", response.getSigmaAfter());
        json.put("mean_before", response.getMeanBefore());
        json.put("mean_after", response.getMeanAfter());
        json.put("remaps", remaps.stream().map(BalanceView::json).toList());
        json.put("outcomes", outcomes());
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

    private Map<String, Integer> outcomes() {
        Map<String, Integer> outcomes = new TreeMap<>();
        response.getOutcomesMap()
                .forEach((outcome, count) -> outcomes.put(Remap.Outcome.values()[outcome].name(), count));
        return outcomes;
    }

    String text() {
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
                        + mean());
        line(
                text,
                dryRun
                        ? "nothing was changed; --now does it"
                        : "done: " + outcomes() + ", " + response.getMigrated() + " objects copied in bulk");
        return text.toString().stripTrailing();
    }

    private String mean() {
        return response.getMeanBefore() < 0
                ? "; the devices are so new that they will not have erased a block by then"
                : String.format(Locale.ROOT, ", mean %.1f -> %.1f", response.getMeanBefore(), response.getMeanAfter());
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }
}
