package io.chameleon.metadata.upload;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.metadata.statement.MappingColumns;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
                UploadRows.bind(statement, of.object(), of.id());
                statement.setInt(5, number);
                List<UploadPart> found = read(statement);
                return found.isEmpty() ? null : found.get(0);
            }
        });
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
        return session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(LIST)) {
                UploadRows.bind(statement, object, upload);
                statement.setInt(5, after);
                statement.setInt(6, limit);
                return read(statement);
            }
        });
    }

    /** All parts of an upload. */
    public static List<UploadPart> all(StatelessSession session, Upload of) {
        return list(session, of.object(), of.id(), 0, UploadPart.MAX_NUMBER);
    }

    static void delete(StatelessSession session, Upload of) {
        delete(session, of, DELETE, 0);
    }

    /** One part. */
    public static void delete(StatelessSession session, Upload of, int number) {
        delete(session, of, DELETE + " and number = ?", number);
    }

    private static void delete(StatelessSession session, Upload of, String sql, int number) {
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                UploadRows.bind(statement, of.object(), of.id());
                if (number > 0) {
                    statement.setInt(5, number);
                }
                int unused = statement.executeUpdate();
            }
        });
    }

    private static List<UploadPart> read(PreparedStatement statement) throws SQLException {
        List<UploadPart> parts = new ArrayList<>();
        try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                parts.add(new UploadPart(
                        found.getInt(1),
                        new WriteId(found.getLong(2), found.getLong(3)),
                        found.getLong(4),
                        found.getInt(5),
                        found.getLong(6),
                        MappingColumns.parsed(found.getString(7))));
            }
        }
        return parts;
    }
}
