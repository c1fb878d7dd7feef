package io.chameleon.core.mapping.table;

import io.chameleon.core.Require;
import io.chameleon.core.ServerId;

/**
 * Reconciliation is halted on a server: so many of its fragments would be garbage that the mapping table, not the
 * server, may be wrong. The halt lasts until an operator confirms it, or until a pass finds the fragments referred to
 * again.
 *
 * @param sinceMillis by the metadata service's clock
 * @param found fragments that nothing refers to, by the last count
 * @param held fragments that the last count examined
 * @param confirmed how many fragments an operator gave up, which is the number found at that time; 0 if not confirmed
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
