package io.chameleon.core.mapping.table;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;

/**
 * Reconciliation leaves a server alone: so much of what lies there would be garbage that the mapping table, not the server, may be
 * wrong. It lasts until an operator confirms it, or a pass finds what the server holds referred to again.
 *
 * @param sinceMillis by the metadata service's clock
 * @param found fragments that nothing refers to, as counted last
 * @param held fragments that the last count went over
 * @param confirmed how many fragments an operator gave up: as many as had been found then; 0: nobody has
 */
public record ReconciliationHalt(ServerId server, long sinceMillis, long found, long held, long confirmed) {
    public ReconciliationHalt {
        Require.that(found >= 0 && found <= held, "orphans on " + server, found, "0 to " + held + " fragments");
        Require.that(confirmed >= 0, "confirmed orphans on " + server, confirmed, ">= 0 fragments");
    }

    public boolean isConfirmed() {
        return confirmed > 0;
    }
}
