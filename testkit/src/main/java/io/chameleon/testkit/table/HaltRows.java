package io.chameleon.testkit.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Where reconciliation has halted. Not thread-safe. */
final class HaltRows {
    private final Map<ServerId, ReconciliationHalt> halts = new TreeMap<>();

    List<ReconciliationHalt> all() {
        return List.copyOf(halts.values());
    }

    void halt(ServerId server, long found, long held, long now) {
        halts.merge(
                server,
                new ReconciliationHalt(server, now, found, held, 0),
                (old, fresh) -> new ReconciliationHalt(server, old.sinceMillis(), found, held, old.confirmed()));
    }

    /** False if it has not halted there. */
    boolean confirm(ServerId server) {
        return halts.computeIfPresent(
                        server,
                        (id, halt) ->
                                new ReconciliationHalt(id, halt.sinceMillis(), halt.found(), halt.held(), halt.found()))
                != null;
    }

    /** Ends a halt, unless it has changed. */
    void end(ReconciliationHalt halt) {
        boolean unused = halts.remove(halt.server(), halt);
    }

    void remove(ServerId server) {
        halts.remove(server);
    }
}
