package io.chameleon.metadata.statement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.database.ServerCodes;
import io.chameleon.metadata.row.MappingRow;
import io.chameleon.metadata.row.ObjectKey;
import io.chameleon.metadata.row.WriteKey;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts a {@link MappingRow} to and from the driver's columns, for {@link MappingStatements}. */
public final class MappingColumns {
    /** The columns that {@link #bind} sets, in its order; the key comes last, for an update's {@code where}. */
    public static final String NAMES = """
            write_high, write_low, content_high, content_low, size_bytes, segment_bytes, chunk_bytes, extents, crc32c, content_type,
            user_metadata, state, source_scheme, source_servers, destination_scheme, scheme_code, destination_servers,
            degraded, remap_epoch, heat_score, last_write_epoch, created_epoch, created_millis, modified_millis,
            version, versioned, version_of, bucket, object_key""";

    private static final String KEY = ", bucket, object_key";

    /** How many {@link #NAMES} there are: a statement's own places come after them. */
    public static final int COUNT = NAMES.split(",").length;

    /** A place for each of {@link #NAMES}, in their order. */
    public static final String PLACES = each(NAMES, MappingColumns::place);

    /** Sets all of {@link #NAMES} but the key, whose places follow. */
    static final String ASSIGNMENTS =
            each(NAMES.substring(0, NAMES.length() - KEY.length()), name -> name + " = " + place(name));

    private static final String NO_METADATA = "{}";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};

    private MappingColumns() {}

    private static String each(String names, UnaryOperator<String> part) {
        return Arrays.stream(names.split(",\\s+")).map(part).collect(Collectors.joining(", "));
    }

    private static String place(String name) {
        return name.equals("user_metadata") ? "cast(? as jsonb)" : "?";
    }

    /**
     * In the order of {@link #NAMES}, from the statement's first place, with nothing left out that follows from other
     * columns.
     */
    public static void bind(Connection connection, PreparedStatement statement, ObjectMapping mapping)
            throws SQLException {
        bind(connection, statement, 1, mapping, null);
    }

    /**
     * In the order of {@link #NAMES}.
     *
     * @param first the place of the first of {@link #NAMES}
     * @param codes of servers, which stand for names in a stable state; null: nothing is left out
     */
    static void bind(
            Connection connection,
            PreparedStatement statement,
            int first,
            ObjectMapping mapping,
            @Nullable ServerCodes codes)
            throws SQLException {
        boolean coded = codes != null && codes.standFor(mapping.destination().servers());
        MappingRow row = codes == null ? MappingRow.of(mapping) : MappingRow.compact(mapping, coded);
        int at = first - 1;
        statement.setLong(++at, row.writeId.high());
        statement.setLong(++at, row.writeId.low());
        statement.setObject(++at, row.contentHigh, Types.BIGINT);
        statement.setObject(++at, row.contentLow, Types.BIGINT);
        statement.setLong(++at, row.sizeBytes);
        statement.setInt(++at, row.segmentBytes);
        statement.setInt(++at, row.chunkBytes);
        statement.setInt(++at, row.extents);
        statement.setInt(++at, row.crc32c);
        statement.setString(++at, row.contentType);
        statement.setString(++at, json(row.userMetadata));
        statement.setShort(++at, row.state);
        statement.setString(++at, row.sourceScheme);
        statement.setArray(++at, texts(connection, row.sourceServers));
        statement.setString(++at, row.destinationScheme);
        statement.setObject(++at, row.schemeCode, Types.SMALLINT);
        statement.setArray(++at, texts(connection, row.destinationServers));
        statement.setBoolean(++at, row.degraded);
        statement.setLong(++at, row.remapEpoch);
        statement.setDouble(++at, row.heatScore);
        statement.setLong(++at, row.lastWriteEpoch);
        statement.setLong(++at, row.createdEpoch);
        statement.setLong(++at, row.createdMillis);
        statement.setLong(++at, row.modifiedMillis);
        statement.setLong(++at, row.version);
        statement.setBoolean(++at, row.versioned);
        statement.setString(++at, row.versionOf);
        statement.setString(++at, row.id.bucket());
        statement.setString(++at, row.id.key());
    }

    /** An answer with all columns; of scheme and servers it reads the one form that the row has. */
    static MappingRow read(ResultSet found) throws SQLException {
        MappingRow row = new MappingRow();
        row.id = new ObjectKey(found.getString("bucket"), found.getString("object_key"));
        row.writeId = new WriteKey(found.getLong("write_high"), found.getLong("write_low"));
        row.contentHigh = found.getObject("content_high", Long.class);
        row.contentLow = found.getObject("content_low", Long.class);
        row.sizeBytes = found.getLong("size_bytes");
        row.segmentBytes = found.getInt("segment_bytes");
        row.chunkBytes = found.getInt("chunk_bytes");
        row.extents = found.getInt("extents");
        row.crc32c = found.getInt("crc32c");
        row.contentType = found.getString("content_type");
        row.userMetadata = parsed(found.getString("user_metadata"));
        row.state = found.getShort("state");
        row.sourceScheme = found.getString("source_scheme");
        row.sourceServers = texts(found.getArray("source_servers"));
        row.destinationScheme = found.getString("destination_scheme");
        row.schemeCode = row.destinationScheme == null ? found.getShort("scheme_code") : null;
        row.destinationServers = texts(found.getArray("destination_servers"));
        row.places = row.destinationServers == null ? found.getBytes("places") : null;
        row.degraded = found.getBoolean("degraded");
        row.remapEpoch = found.getLong("remap_epoch");
        row.heatScore = found.getDouble("heat_score");
        row.lastWriteEpoch = found.getLong("last_write_epoch");
        row.createdEpoch = found.getLong("created_epoch");
        row.createdMillis = found.getLong("created_millis");
        row.modifiedMillis = found.getLong("modified_millis");
        row.version = found.getLong("version");
        row.versioned = found.getBoolean("versioned");
        row.versionOf = found.getString("version_of");
        return row;
    }

    private static @Nullable Array texts(Connection connection, String @Nullable [] texts) throws SQLException {
        return texts == null ? null : connection.createArrayOf("text", texts);
    }

    private static String @Nullable [] texts(@Nullable Array array) throws SQLException {
        return array == null ? null : (String[]) array.getArray();
    }

    public static String json(Map<String, String> metadata) {
        try {
            return metadata.isEmpty() ? NO_METADATA : JSON.writeValueAsString(metadata);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("user metadata cannot be written as JSON", e);
        }
    }

    public static Map<String, String> parsed(String json) throws SQLException {
        try {
            return json.equals(NO_METADATA) ? Map.of() : JSON.readValue(json, TEXTS);
        } catch (JsonProcessingException e) {
            throw new SQLException("column user_metadata: expected an object of texts", e);
        }
    }
}
