package io.chameleon.metadata.statement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.metadata.database.ServerCodes;
import io.chameleon.metadata.row.SchemeCode;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The columns of {@code object_mapping}, and how rows are written in them; {@link MappingReader} reads them. */
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
     * In the order of {@link #NAMES}. Most rows need neither a content id beside their write id, nor the text of their
     * scheme, nor names of servers: these are more than a third of a row.
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
        ObjectContent content = mapping.content();
        Placement source = mapping.source();
        Placement destination = mapping.destination();
        boolean isOfWrite = codes != null && content.contentId().equals(mapping.writeId());
        Short scheme = codes == null ? null : SchemeCode.of(destination.scheme());
        boolean isCoded = codes != null && source == null && codes.standFor(destination.servers());
        int at = first - 1;
        statement.setLong(++at, mapping.writeId().high());
        statement.setLong(++at, mapping.writeId().low());
        statement.setObject(++at, isOfWrite ? null : content.contentId().high(), Types.BIGINT);
        statement.setObject(++at, isOfWrite ? null : content.contentId().low(), Types.BIGINT);
        statement.setLong(++at, content.size());
        statement.setInt(++at, content.segmentBytes());
        statement.setInt(++at, content.chunkBytes());
        statement.setInt(++at, content.extents());
        statement.setInt(++at, content.crc32c());
        statement.setString(++at, content.contentType());
        statement.setString(++at, json(content.userMetadata()));
        statement.setShort(++at, (short) mapping.state().code());
        statement.setString(++at, source == null ? null : source.scheme().toString());
        statement.setArray(++at, source == null ? null : names(connection, source));
        statement.setString(++at, scheme == null ? destination.scheme().toString() : null);
        statement.setObject(++at, scheme, Types.SMALLINT);
        statement.setArray(++at, isCoded ? null : names(connection, destination));
        statement.setBoolean(++at, mapping.degraded());
        statement.setLong(++at, mapping.remapEpoch());
        statement.setDouble(++at, mapping.heatScore());
        statement.setLong(++at, mapping.lastWriteEpoch());
        statement.setLong(++at, mapping.createdEpoch());
        statement.setLong(++at, mapping.createdMillis());
        statement.setLong(++at, mapping.modifiedMillis());
        statement.setLong(++at, mapping.version());
        statement.setBoolean(++at, mapping.versioned());
        statement.setString(++at, mapping.versionOf());
        statement.setString(++at, mapping.id().bucket());
        statement.setString(++at, mapping.id().key());
    }

    private static Array names(Connection connection, Placement placement) throws SQLException {
        return Sql.texts(connection, placement.servers(), ServerId::value);
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
