package io.chameleon.metadata.upload;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Utf8;
import io.chameleon.core.WriteId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.metadata.statement.MappingColumns;
import io.chameleon.metadata.statement.Sql;
import io.chameleon.metadata.statement.TextRange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code multipart_upload}. A transaction that adds a part holds its upload's row with others of its kind;
 * one that completes or aborts the upload has it alone. So no part is added to an upload that has ended.
 */
public final class UploadRows {
    private static final String COLUMNS = "bucket, object_key, upload_high, upload_low, started_millis, owner, policy,"
            + " content_type, user_metadata";

    private static final String INSERT = "insert into multipart_upload (" + COLUMNS
            + ") values (?, ?, ?, ?, ?, ?, ?, ?, cast(? as jsonb)) on conflict do nothing";

    private static final String OF_UPLOAD =
            " where bucket = ? and object_key = ? and upload_high = ? and upload_low = ?";

    private static final String FIND = "select " + COLUMNS + " from multipart_upload" + OF_UPLOAD;
    private static final String DELETE = "delete from multipart_upload" + OF_UPLOAD;

    private static final String LIST = "select " + COLUMNS + """
             from multipart_upload
            where bucket = ? and (object_key, upload_high, upload_low) > (?, ?, ?) and object_key >= ? and %s
            order by object_key, upload_high, upload_low limit ?
            """;

    private static final String LIST_BELOW = LIST.formatted(TextRange.BELOW);
    private static final String LIST_REST = LIST.formatted(TextRange.REST);

    /** How a transaction uses an upload. */
    public enum Use {
        LOOKED_AT(""),
        ADDED_TO(" for share"),
        ENDED(" for update");

        private final String sql;

        Use(String lock) {
            this.sql = FIND + lock;
        }
    }

    private UploadRows() {}

    /** Does nothing if it is there already. */
    public static void insert(StatelessSession session, Upload upload) {
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                bind(statement, upload.object(), upload.id());
                statement.setLong(5, upload.startedMillis());
                statement.setString(6, upload.owner());
                statement.setShort(7, (short) upload.policy().code());
                statement.setString(8, upload.contentType());
                statement.setString(9, MappingColumns.json(upload.userMetadata()));
                int unused = statement.executeUpdate();
            }
        });
    }

    /** Null if it is not open. */
    public static @Nullable Upload find(StatelessSession session, ObjectId object, WriteId id, Use use) {
        return session
                .doReturningWork(connection -> Sql.all(
                        connection, use.sql, UploadRows::read, object.bucket(), object.key(), id.high(), id.low()))
                .stream()
                .findFirst()
                .orElse(null);
    }

    /** As {@link #find}, or an error if it is not open. */
    public static Upload require(StatelessSession session, ObjectId object, WriteId id, Use use) {
        Upload upload = find(session, object, id, use);
        if (upload == null) {
            throw Completion.notFound(id, object);
        }
        return upload;
    }

    /**
     * Ends an upload that this transaction has for itself.
     *
     * @param dropped parts that nothing refers to any more
     */
    public static void end(StatelessSession session, Upload upload, Set<UploadPart> dropped) {
        PartRows.delete(session, upload);
        delete(session, upload);
        ComponentRows.release(
                session,
                upload.object().bucket(),
                dropped.stream().map(UploadPart::component).toList());
    }

    private static void delete(StatelessSession session, Upload upload) {
        session.doWork(connection -> {
            int unused = Sql.update(
                    connection,
                    DELETE,
                    upload.object().bucket(),
                    upload.object().key(),
                    upload.id().high(),
                    upload.id().low());
        });
    }

    public static UploadPage page(Connection connection, UploadQuery query) throws SQLException {
        String end = TextRange.successor(query.prefix());
        try (PreparedStatement statement = connection.prepareStatement(end == null ? LIST_REST : LIST_BELOW)) {
            WriteId after = query.afterId();
            statement.setString(1, query.bucket());
            statement.setString(2, query.afterKey());
            statement.setLong(3, after == null ? Long.MAX_VALUE : after.high());
            statement.setLong(4, after == null ? Long.MAX_VALUE : after.low());
            // The later of the two: the index is read from here on.
            statement.setString(
                    5, Utf8.compare(query.afterKey(), query.prefix()) > 0 ? query.afterKey() : query.prefix());
            statement.setString(6, end);
            statement.setInt(7, query.limit() + 1);
            List<Upload> uploads = new ArrayList<>();
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    uploads.add(read(found));
                }
            }
            boolean more = uploads.size() > query.limit();
            return new UploadPage(more ? uploads.subList(0, query.limit()) : uploads, more);
        }
    }

    static void bind(PreparedStatement statement, ObjectId object, WriteId upload) throws SQLException {
        statement.setString(1, object.bucket());
        statement.setString(2, object.key());
        statement.setLong(3, upload.high());
        statement.setLong(4, upload.low());
    }

    private static Upload read(ResultSet found) throws SQLException {
        return new Upload(
                new ObjectId(found.getString(1), found.getString(2)),
                new WriteId(found.getLong(3), found.getLong(4)),
                found.getLong(5),
                found.getString(6),
                RedundancyPolicy.ofCode(found.getShort(7)),
                found.getString(8),
                MappingColumns.parsed(found.getString(9)));
    }
}
