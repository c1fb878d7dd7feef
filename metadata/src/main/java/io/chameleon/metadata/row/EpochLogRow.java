package io.chameleon.metadata.row;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** A row of {@code epoch_log}: one event in the history of an object. */
@Entity
@Table(name = "epoch_log")
public class EpochLogRow {
    /** The row's version after the event orders its history, whatever the clocks say. */
    @Embeddable
    record Key(
            @Column(name = "bucket") String bucket,
            @Column(name = "object_key") String key,
            @Column(name = "version") long version) {}

    @EmbeddedId
    Key id;

    @Column(name = "epoch")
    long epoch;

    @Column(name = "event")
    short event;

    @Column(name = "state_from")
    short from;

    @Column(name = "state_to")
    short to;

    @Column(name = "source")
    String[] source;

    @Column(name = "destination")
    String[] destination;

    @Column(name = "reason")
    String reason;

    @Column(name = "at_millis")
    long atMillis;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    EpochLogRow() {}

    public static EpochLogRow of(EpochLogEntry entry, long version) {
        EpochLogRow row = new EpochLogRow();
        row.id = new Key(entry.id().bucket(), entry.id().key(), version);
        row.epoch = entry.epoch();
        row.event = (short) entry.event().code();
        row.from = (short) entry.from().code();
        row.to = (short) entry.to().code();
        row.source = Servers.names(entry.source());
        row.destination = Servers.names(entry.destination());
        row.reason = entry.reason();
        row.atMillis = entry.atMillis();
        return row;
    }

    public EpochLogEntry toEntry() {
        return new EpochLogEntry(
                new ObjectId(id.bucket(), id.key()),
                epoch,
                RedundancyEvent.ofCode(event),
                RedundancyState.ofCode(from),
                RedundancyState.ofCode(to),
                Servers.ids(source),
                Servers.ids(destination),
                reason,
                atMillis);
    }
}
