package io.chameleon.node.role;

import io.chameleon.core.mapping.table.ReconciliationHalt;
import java.util.LinkedHashMap;
import java.util.Map;

/** A server on which reconciliation has halted, for scripts. */
public final class HaltJson {
    private HaltJson() {}

    public static Map<String, Object> of(ReconciliationHalt halt) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("server", halt.server().value());
        json.put("since_millis", halt.sinceMillis());
        json.put("found", halt.found());
        json.put("held", halt.held());
        json.put("confirmed", halt.confirmed());
        return json;
    }
}
