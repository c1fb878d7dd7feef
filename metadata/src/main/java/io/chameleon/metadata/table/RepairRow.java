package io.chameleon.metadata.table;

import io.chameleon.core.mapping.Damage;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/** A row of {@code repair_queue}: fragments of a committed version that are missing. */
@Entity
@Table(name = "repair_queue")
class RepairRow {
    @EmbeddedId
    ObjectKey id;

    @Embedded
    WriteKey writeId;

    @Column(name = "missing")
    int[] missing;

    @Column(name = "since_millis")
    long sinceMillis;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    RepairRow() {}

    static RepairRow of(Damage damage, long sinceMillis) {
        RepairRow row = new RepairRow();
        row.id = ObjectKey.of(damage.id());
        row.writeId = WriteKey.of(damage.writeId());
        row.missing = damage.missing().stream().mapToInt(Integer::intValue).toArray();
        row.sinceMillis = sinceMillis;
        return row;
    }
}
