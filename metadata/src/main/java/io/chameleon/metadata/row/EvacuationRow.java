package io.chameleon.metadata.row;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.table.Evacuation;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A row of {@code evacuation}: {@link Evacuation} in columns. */
@Entity
@Table(name = "evacuation")
public class EvacuationRow {
    /** Which server, and why. */
    @Embeddable
    public record Key(
            @Column(name = "server") String server,
            @Column(name = "kind") short kind) {
        public static Key of(ServerId server, Evacuation.Kind kind) {
            return new Key(server.value(), (short) kind.code());
        }
    }

    @EmbeddedId
    Key id;

    @Column(name = "since_millis")
    public long sinceMillis;

    @Column(name = "walk")
    int walk;

    @Column(name = "cursor_bucket")
    @Nullable
    String cursorBucket;

    @Column(name = "cursor_key")
    @Nullable
    String cursorKey;

    @Column(name = "found")
    long found;

    @Column(name = "objects")
    long objects;

    @Column(name = "bytes")
    long bytes;

    @Column(name = "moved")
    long moved;

    @Column(name = "moved_bytes")
    long movedBytes;

    @Column(name = "finished_millis")
    long finishedMillis;

    @SuppressWarnings("NullAway.Init") // Hibernate fills it
    EvacuationRow() {}

    static EvacuationRow begun(Key id, long nowMillis) {
        EvacuationRow row = new EvacuationRow();
        row.id = id;
        row.sinceMillis = nowMillis;
        return row;
    }

    /** Takes the balancer's progress; moves are counted only here. */
    public void progress(Evacuation to) {
        ObjectId cursor = to.cursor();
        walk = to.walk();
        cursorBucket = cursor == null ? null : cursor.bucket();
        cursorKey = cursor == null ? null : cursor.key();
        found = to.found();
        objects = to.objects();
        bytes = to.bytes();
        finishedMillis = to.finishedMillis();
    }

    public Evacuation toEvacuation() {
        String bucket = cursorBucket;
        String key = cursorKey;
        return new Evacuation(
                new ServerId(id.server()),
                Evacuation.Kind.ofCode(id.kind()),
                sinceMillis,
                walk,
                bucket == null || key == null ? null : new ObjectId(bucket, key),
                found,
                objects,
                bytes,
                moved,
                movedBytes,
                finishedMillis);
    }
}
