package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Garbage;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of {@code fragment_outbox}: all fragments of a write on one server, superseded. */
@Entity
@Table(name = "fragment_outbox")
class OutboxRow {
    /** Ids are taken in blocks, so between processes they rise with time only roughly; order is by {@link #sinceMillis}. */
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "fragment_outbox_id")
    @SequenceGenerator(name = "fragment_outbox_id", sequenceName = "fragment_outbox_id", allocationSize = 256)
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

    static OutboxRow of(WriteId writeId, ServerId server, long sinceMillis) {
        OutboxRow row = new OutboxRow();
        row.server = server.value();
        row.writeId = WriteKey.of(writeId);
        row.sinceMillis = sinceMillis;
        return row;
    }

    Garbage toGarbage() {
        return new Garbage(Objects.requireNonNull(id), new ServerId(server), writeId.toId(), sinceMillis);
    }
}
