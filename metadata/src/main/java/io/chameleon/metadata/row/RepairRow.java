package io.chameleon.metadata.row;

import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.core.redundancy.RedundancyScheme;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.util.Arrays;
import java.util.List;

/** A row of {@code repair_queue}: fragments of a committed version that are missing. */
@Entity
@Table(name = "repair_queue")
public class RepairRow {
    @EmbeddedId
    public ObjectKey id;

    @Embedded
    public WriteKey writeId;

    @Column(name = "missing")
    public int[] missing;

    @Column(name = "since_millis")
    public long sinceMillis;

    @Column(name = "margin")
    public short margin;

    @Column(name = "bytes")
    public long bytes;

    @Column(name = "due_millis")
    long dueMillis;

    @Column(name = "attempts")
    public int attempts;

    @Column(name = "problem")
    String problem = "";

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    RepairRow() {}

    /** Due at once. */
    public static RepairRow of(ObjectMapping object, List<Integer> missing, long sinceMillis) {
        return of(
                ObjectKey.of(object.id()),
                WriteKey.of(object.writeId()),
                object.content(),
                object.live().scheme(),
                missing,
                sinceMillis);
    }

    /** As the other one, for an object with known damage. */
    public static RepairRow of(
            ObjectKey id,
            WriteKey writeId,
            ObjectContent content,
            RedundancyScheme scheme,
            List<Integer> missing,
            long sinceMillis) {
        RepairRow row = new RepairRow();
        row.id = id;
        row.writeId = writeId;
        row.missing =
                missing.stream().distinct().sorted().mapToInt(Integer::intValue).toArray();
        row.sinceMillis = sinceMillis;
        row.margin = (short) RepairTask.margin(content, scheme, row.missing());
        row.bytes = RepairTask.bytes(content, scheme, row.missing());
        return row;
    }

    public List<Integer> missing() {
        return Arrays.stream(missing).boxed().toList();
    }
}
