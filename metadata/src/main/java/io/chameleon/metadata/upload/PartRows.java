package io.chameleon.metadata.upload;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.metadata.statement.MappingColumns;
import io.chameleon.metadata.statement.Sql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** The table {@code upload_part}. */
public final class PartRows {
    private static final String COLUMNS =
            "number, component_high, component_low, size_bytes, crc32c, modified_millis, metadata";

    private static final String OF_UPLOAD =
            " where bucket = ? and object_key = ? and upload_high = ? and upload_low = ?";

    private static final String LOCK =
            "select " + COLUMNS + " from upload_part" + OF_UPLOAD + " and number = ? for update";

    private static final String LIST =
            "select " + COLUMNS + " from upload_part" + OF_UPLOAD + " and number > ? order by number limit ?";

    private static final String INSERT = "insert into upload_part (bucket, object_key, upload_high, upload_low, "
            + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(? as jsonb))";

    private static final String DELETE = "delete from upload_part" + OF_UPLOAD;

    private PartRows() {}

    /** Locks a part of an upload; null if there is none of this number. */
    public static @Nullable UploadPart lock(StatelessSession session, Upload of, int number) {
        return read(session, LOCK, of.object(), of.id(), number).stream()
                .findFirst()
                .orElse(null);
    }

    /** Fails with a unique violation if another transaction has added a part of this number. */
    public static void insert(StatelessSession session, Upload of, UploadPart part) {
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                UploadRows.bind(statement, of.object(), of.id());
                statement.setInt(5, part.number());
                statement.setLong(6, part.component().high());
                statement.setLong(7, part.component().low());
                statement.setLong(8, part.size());
                statement.setInt(9, part.crc32c());
                statement.setLong(10, part.modifiedMillis());
                statement.setString(11, MappingColumns.json(part.metadata()));
                int unused = statement.executeUpdate();
            }
        });
    }

    /** In the order of their numbers. */
    public static List<UploadPart> list(
            StatelessSession session, ObjectId object, WriteId upload, int after, int limit) {
        return read(session, LIST, object, upload, after, limit);
    }

    /** All parts of an upload. */
    public static List<UploadPart> all(StatelessSession session, Upload of) {
        return list(session, of.object(), of.id(), 0, UploadPart.MAX_NUMBER);
    }

    static void delete(StatelessSession session, Upload of) {
        session.doWork(connection -> {
            int unused = Sql.update(connection, DELETE, places(of.object(), of.id()));
        });
    }

    /** One part. */
    public static void delete(StatelessSession session, Upload of, int number) {
        session.doWork(connection -> {
            int unused = Sql.update(connection, DELETE + " and number = ?", places(of.object(), of.id(), number));
        });
    }

    private static List<UploadPart> read(
            StatelessSession session, String sql, ObjectId object, WriteId upload, Object... further) {
        return session.doReturningWork(
                connection -> Sql.all(connection, sql, PartRows::read, places(object, upload, further)));
    }

    private static Object[] places(ObjectId object, WriteId upload, Object... further) {
        return Stream.concat(
                        Stream.of(object.bucket(), object.key(), upload.high(), upload.low()), Arrays.stream(further))
                .toArray();
    }

    private static UploadPart read(ResultSet found) throws SQLException {
        return new UploadPart(
                found.getInt(1),
                new WriteId(found.getLong(2), found.getLong(3)),
                found.getLong(4),
                found.getInt(5),
                found.getLong(6),
                MappingColumns.parsed(found.getString(7)));
    }
}
