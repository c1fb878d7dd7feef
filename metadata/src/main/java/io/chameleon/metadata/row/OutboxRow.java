package io.chameleon.metadata.row;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Garbage;
import io.chameleon.metadata.statement.Outbox;
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
public class OutboxRow {
    /**
     * From a sequence, by {@link Outbox#add}. Across transactions ids rise only roughly with time; order is by
     * {@link #sinceMillis}.
     */
    @Id
    @Nullable
    Long id;

    @Column(name = "server")
    String server;

    @Embedded
    WriteKey writeId;

    @Column(name = "since_millis")
    long sinceMillis;

    /** When the row expires; null until the reaper has collected it. */
    @Column(name = "forget_millis")
    @Nullable
    Long forgetMillis;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    OutboxRow() {}

    public Garbage toGarbage() {
        return new Garbage(Objects.requireNonNull(id), new ServerId(server), writeId.toId(), sinceMillis);
    }
}
