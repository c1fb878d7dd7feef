package io.chameleon.metadata.statement;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.metadata.database.ServerCodes;
import io.chameleon.metadata.row.SchemeCode;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of {@code object_mapping} from an answer with all of its columns, as {@link MappingColumns} writes them:
 * what a row leaves out follows from its other columns.
 *
 * @param codes of the database that the rows are from
 */
public record MappingReader(ServerCodes codes) implements Sql.Read<ObjectMapping> {
    /** Of the session's database. */
    public static MappingReader of(StatelessSession session) {
        return new MappingReader(ServerCodes.of(session));
    }

    @Override
    public ObjectMapping row(ResultSet found) throws SQLException {
        WriteId writeId = new WriteId(found.getLong("write_high"), found.getLong("write_low"));
        return new ObjectMapping(
                new ObjectId(found.getString("bucket"), found.getString("object_key")),
                writeId,
                content(found, writeId),
                RedundancyState.ofCode(found.getShort("state")),
                source(found),
                destination(found),
                found.getBoolean("degraded"),
                found.getLong("remap_epoch"),
                found.getDouble("heat_score"),
                found.getLong("last_write_epoch"),
                found.getLong("created_epoch"),
                found.getLong("created_millis"),
                found.getLong("modified_millis"),
                found.getLong("version"),
                found.getBoolean("versioned"),
                found.getString("version_of"));
    }

    private static ObjectContent content(ResultSet found, WriteId writeId) throws SQLException {
        long high = found.getLong("content_high");
        WriteId contentId = found.wasNull() ? writeId : new WriteId(high, found.getLong("content_low"));
        return new ObjectContent(
                contentId,
                found.getLong("size_bytes"),
                found.getInt("segment_bytes"),
                found.getInt("chunk_bytes"),
                found.getInt("extents"),
                found.getInt("crc32c"),
                found.getString("content_type"),
                MappingColumns.parsed(found.getString("user_metadata")));
    }

    private static @Nullable Placement source(ResultSet found) throws SQLException {
        String scheme = found.getString("source_scheme");
        List<ServerId> servers = servers(found.getArray("source_servers"));
        return scheme == null || servers == null ? null : new Placement(RedundancyScheme.parse(scheme), servers);
    }

    /** Text and names come first: a process of an earlier build writes these and leaves the code of the scheme. */
    private Placement destination(ResultSet found) throws SQLException {
        String text = found.getString("destination_scheme");
        List<ServerId> named = servers(found.getArray("destination_servers"));
        return new Placement(
                text == null ? SchemeCode.scheme(found.getShort("scheme_code")) : RedundancyScheme.parse(text),
                named == null ? codes.servers(found, found.getBytes("places")) : named);
    }

    private static @Nullable List<ServerId> servers(@Nullable Array names) throws SQLException {
        return names == null
                ? null
                : Arrays.stream((String[]) names.getArray()).map(ServerId::new).toList();
    }
}
