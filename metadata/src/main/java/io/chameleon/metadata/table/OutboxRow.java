package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Garbage;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of {@code fragment_outbox}: all fragments of a write on one server, superseded. */
@Entity
@Table(name = "fragment_outbox")
class OutboxRow {
    /** From a sequence, by {@link Outbox#add}. Between transactions ids rise with time only roughly; order is by {@link #sinceMillis}. */
    @Id
    @Nullable
    Long id;

    @Column(name = "server")
    String server;

    @Embedded
    WriteKey writeId;

    @Column(name = "since_millis")
    long sinceMillis;

    /** When nobody needs the row any more; null while the reaper has not been there. */
    @Column(name = "forget_millis")
    @Nullable
    Long forgetMillis;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    OutboxRow() {}

    Garbage toGarbage() {
        return new Garbage(Objects.requireNonNull(id), new ServerId(server), writeId.toId(), sinceMillis);
    }
}
