package io.chameleon.metadata.version;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.metadata.statement.MappingReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A version and its bytes.
 *
 * @param row of a current version its position is {@link VersionRow#CURRENT}
 * @param bytes null for a delete marker
 */
public record FoundVersion(VersionRow row, @Nullable ObjectMapping bytes) {
    /**
     * Joins the bytes of versions. The content ids are those of the components, whose rows they name by 32 hexadecimal
     * digits.
     */
    static final String WITH_BYTES = " left join object_mapping m on not v.marker and m.bucket = v.bucket || '"
            + Components.bucket("") + "' and m.object_key ="
            + " lpad(to_hex(v.content_high), 16, '0') || lpad(to_hex(v.content_low), 16, '0')";

    /** The current version, the newest other, and the one that is asked for. */
    private static final String FIND = "(select " + VersionRow.OF_CURRENT + ", m.* from object_mapping m"
            + " where m.bucket = ? and m.object_key = ?) union all (select " + VersionRow.COLUMNS + ", m.*"
            + " from (select * from object_version of where of.bucket = ? and of.object_key = ? and (not of.versioned"
            + " or of.content_high = ? and of.content_low = ? or of.position = (select max(position)"
            + " from object_version n where n.bucket = of.bucket and n.object_key = of.object_key))) v" + WITH_BYTES
            + ") order by v_position desc";

    /** Null if there is no such version; one that is null asks for the latest. */
    public static @Nullable ObjectVersion find(
            Connection connection, MappingReader reader, ObjectId object, @Nullable VersionId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            VersionRow.bind(statement, 1, object);
            VersionRow.bind(statement, 3, object);
            statement.setLong(5, id == null || id.isNull() ? 0 : id.contentId().high());
            statement.setLong(6, id == null || id.isNull() ? 0 : id.contentId().low());
            try (ResultSet rows = statement.executeQuery()) {
                boolean latest = true;
                while (rows.next()) {
                    FoundVersion found = read(rows, reader);
                    if (id == null || id.equals(found.row.id())) {
                        return found.row.version(latest, found.bytes);
                    }
                    latest = false;
                }
                return null;
            }
        }
    }

    String key() {
        return row.object().key();
    }

    static FoundVersion read(ResultSet found, MappingReader reader) throws SQLException {
        VersionRow row = VersionRow.read(found);
        return new FoundVersion(row, row.marker() ? null : reader.row(found));
    }
}
