package io.chameleon.node.role;

import io.chameleon.balancer.repair.RepairReport;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The state of repair, for scripts: on the balancer's admin page and as the answer of commands. */
public final class RepairJson {
    private RepairJson() {}

    public static Map<String, Object> json(RepairReport report) {
        Map<String, Object> json = json(report.status());
        json.put(
                "reconciliation_halts",
                report.halts().stream().map(HaltJson::of).toList());
        json.put("notes", report.notes());
        return json;
    }

    static Map<String, Object> json(RepairStatus status) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("objects", status.objects());
        json.put("bytes", status.bytes());
        json.put("postponed", status.postponed());
        json.put("problem", status.problem());
        json.put(
                "oldest_seconds",
                status.oldestMillis() == 0 ? 0 : (status.nowMillis() - status.oldestMillis()) / 1_000);
        json.put("eta_seconds", status.eta().map(Duration::toSeconds).orElse(null));
        json.put(
                "queue",
                status.queue().stream()
                        .map(backlog -> Map.of(
                                "margin", backlog.margin(), "objects", backlog.objects(), "bytes", backlog.bytes()))
                        .toList());
        json.put(
                "run",
                Map.of(
                        "began_millis", status.run().beganMillis(),
                        "objects", status.run().objects(),
                        "bytes", status.run().bytes()));
        json.put("servers", status.evacuations().stream().map(RepairJson::json).toList());
        return json;
    }

    public static Map<String, Object> json(Evacuation evacuation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", evacuation.server().value());
        json.put("kind", evacuation.kind().name());
        json.put("since_millis", evacuation.sinceMillis());
        json.put("counted", evacuation.walk() > 0);
        json.put("objects", evacuation.objects());
        json.put("bytes", evacuation.bytes());
        json.put("moved", evacuation.moved());
        json.put("moved_bytes", evacuation.movedBytes());
        json.put("finished", evacuation.isFinished());
        return json;
    }
}
