package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.metadata.repair.PostgresRepairTable;

/** Servers that are lost in tests. */
final class LostServers {
    private LostServers() {}

    /**
     * Returns the record once all that the server had is queued.
     *
     * @param page rows of one walk
     */
    static Evacuation lose(PostgresRepairTable repairs, long fence, ServerId server, int page) {
        repairs.begin(fence, server);
        Evacuation at = repairs.evacuating().records().stream()
                .filter(record -> record.server().equals(server))
                .findFirst()
                .orElseThrow();
        while (at.walk() == 0) {
            at = repairs.walk(fence, at, page).orElseThrow();
        }
        return at;
    }
}
