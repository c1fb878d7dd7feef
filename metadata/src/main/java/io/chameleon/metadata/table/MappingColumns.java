package io.chameleon.metadata.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.chameleon.core.mapping.ObjectMapping;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@link MappingRow} to and from the driver, for {@link MappingStatements}. */
final class MappingColumns {
    /** What {@link #bind} sets, in its order; the key comes last, for an update's {@code where}. */
    static final String NAMES = """
            write_high, write_low, content_high, content_low, size_bytes, segment_bytes, chunk_bytes, crc32c, content_type,
            user_metadata, state, source_scheme, source_servers, destination_scheme, destination_servers, degraded, remap_epoch, heat_score,
            last_write_epoch, created_millis, modified_millis, version, bucket, object_key""";

    private static final String NO_METADATA = "{}";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};

    private MappingColumns() {}

    /** In the order of {@link #NAMES}, which is that of the update as well. */
    static void bind(Connection connection, PreparedStatement statement, ObjectMapping mapping) throws SQLException {
        MappingRow row = MappingRow.of(mapping);
        int at = 0;
        statement.setLong(++at, row.writeId.high());
        statement.setLong(++at, row.writeId.low());
        statement.setLong(++at, row.contentHigh);
        statement.setLong(++at, row.contentLow);
        statement.setLong(++at, row.sizeBytes);
        statement.setInt(++at, row.segmentBytes);
        statement.setInt(++at, row.chunkBytes);
        statement.setInt(++at, row.crc32c);
        statement.setString(++at, row.contentType);
        statement.setString(++at, json(row.userMetadata));
        statement.setShort(++at, row.state);
        statement.setString(++at, row.sourceScheme);
        statement.setArray(++at, texts(connection, row.sourceServers));
        statement.setString(++at, row.destinationScheme);
        statement.setArray(++at, texts(connection, row.destinationServers));
        statement.setBoolean(++at, row.degraded);
        statement.setLong(++at, row.remapEpoch);
        statement.setDouble(++at, row.heatScore);
        statement.setLong(++at, row.lastWriteEpoch);
        statement.setLong(++at, row.createdMillis);
        statement.setLong(++at, row.modifiedMillis);
        statement.setLong(++at, row.version);
        statement.setString(++at, row.id.bucket());
        statement.setString(++at, row.id.key());
    }

    static ObjectMapping read(ResultSet found) throws SQLException {
        MappingRow row = new MappingRow();
        row.id = new ObjectKey(found.getString("bucket"), found.getString("object_key"));
        row.writeId = new WriteKey(found.getLong("write_high"), found.getLong("write_low"));
        row.contentHigh = found.getLong("content_high");
        row.contentLow = found.getLong("content_low");
        row.sizeBytes = found.getLong("size_bytes");
        row.segmentBytes = found.getInt("segment_bytes");
        row.chunkBytes = found.getInt("chunk_bytes");
        row.crc32c = found.getInt("crc32c");
        row.contentType = found.getString("content_type");
        row.userMetadata = parsed(found.getString("user_metadata"));
        row.state = found.getShort("state");
        row.sourceScheme = found.getString("source_scheme");
        row.sourceServers = texts(found.getArray("source_servers"));
        row.destinationScheme = found.getString("destination_scheme");
        row.destinationServers = Objects.requireNonNull(texts(found.getArray("destination_servers")));
        row.degraded = found.getBoolean("degraded");
        row.remapEpoch = found.getLong("remap_epoch");
        row.heatScore = found.getDouble("heat_score");
        row.lastWriteEpoch = found.getLong("last_write_epoch");
        row.createdMillis = found.getLong("created_millis");
        row.modifiedMillis = found.getLong("modified_millis");
        row.version = found.getLong("version");
        return row.toMapping();
    }

    private static @Nullable Array texts(Connection connection, String @Nullable [] texts) throws SQLException {
        return texts == null ? null : connection.createArrayOf("text", texts);
    }

    private static String @Nullable [] texts(@Nullable Array array) throws SQLException {
        return array == null ? null : (String[]) array.getArray();
    }

    private static String json(Map<String, String> metadata) {
        try {
            return metadata.isEmpty() ? NO_METADATA : JSON.writeValueAsString(metadata);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("user metadata cannot be written as JSON", e);
        }
    }

    private static Map<String, String> parsed(String json) throws SQLException {
        try {
            return json.equals(NO_METADATA) ? Map.of() : JSON.readValue(json, TEXTS);
        } catch (JsonProcessingException e) {
            throw new SQLException("column user_metadata: expected an object of texts", e);
        }
    }
}
