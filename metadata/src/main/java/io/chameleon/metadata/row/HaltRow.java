package io.chameleon.metadata.row;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.ReconciliationHalt;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of {@code reconciliation_halt}: {@link ReconciliationHalt} in columns. */
@Entity
@Table(name = "reconciliation_halt")
public class HaltRow {
    @Id
    @Column(name = "server")
    String server;

    @Column(name = "since_millis")
    long sinceMillis;

    @Column(name = "found")
    long found;

    @Column(name = "held")
    long held;

    @Column(name = "confirmed")
    long confirmed;

    /** For Hibernate. */
    @SuppressWarnings("NullAway.Init")
    protected HaltRow() {}

    public ReconciliationHalt toHalt() {
        return new ReconciliationHalt(new ServerId(server), sinceMillis, found, held, confirmed);
    }
}
