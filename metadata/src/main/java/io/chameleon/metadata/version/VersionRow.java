package io.chameleon.metadata.version;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code object_version}, or a current version in its form.
 *
 * @param position the newest of an object has the highest
 * @param contentId names the version, and its component unless it is a delete marker
 */
public record VersionRow(
        ObjectId object,
        long position,
        WriteId contentId,
        boolean marker,
        boolean versioned,
        long modifiedMillis,
        long noncurrentMillis) {
    /** As {@link #read} reads them. */
    static final String COLUMNS = "v.bucket as v_bucket, v.object_key as v_key, v.position as v_position,"
            + " v.content_high as v_high, v.content_low as v_low, v.marker as v_marker, v.versioned as v_versioned,"
            + " v.modified_millis as v_modified, v.noncurrent_millis as v_noncurrent";

    /** Position of a current version, before the others of its object. */
    static final long CURRENT = Long.MAX_VALUE - 1;

    /** A row m of {@code object_mapping} as {@link #COLUMNS}. */
    static final String OF_CURRENT = "m.bucket as v_bucket, m.object_key as v_key, " + CURRENT + " as v_position,"
            + " coalesce(m.content_high, m.write_high) as v_high, coalesce(m.content_low, m.write_low) as v_low,"
            + " false as v_marker, m.versioned as v_versioned,"
            + " m.modified_millis as v_modified, cast(0 as bigint) as v_noncurrent";

    public VersionId id() {
        return VersionId.of(contentId, versioned);
    }

    /** The row of its bytes; a delete marker has none. */
    public ObjectId component() {
        return Components.id(object.bucket(), contentId);
    }

    /** @param bytes null for a delete marker */
    public ObjectVersion version(boolean latest, @Nullable ObjectMapping bytes) {
        // Its metadata may have been updated since.
        long modified = bytes == null ? modifiedMillis : bytes.modifiedMillis();
        return new ObjectVersion(object, id(), latest, modified, latest ? 0 : noncurrentMillis, bytes);
    }

    /** An answer with {@link #COLUMNS}. */
    static VersionRow read(ResultSet found) throws SQLException {
        return new VersionRow(
                new ObjectId(found.getString("v_bucket"), found.getString("v_key")),
                found.getLong("v_position"),
                new WriteId(found.getLong("v_high"), found.getLong("v_low")),
                found.getBoolean("v_marker"),
                found.getBoolean("v_versioned"),
                found.getLong("v_modified"),
                found.getLong("v_noncurrent"));
    }

    static void bind(PreparedStatement statement, int first, ObjectId object) throws SQLException {
        statement.setString(first, object.bucket());
        statement.setString(first + 1, object.key());
    }
}
