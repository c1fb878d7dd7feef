package io.chameleon.metadata.upload;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Extent;
import io.chameleon.metadata.row.WriteKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** The table {@code extent_list}: one row for each current version that is composed. */
public final class ExtentLists {
    /**
     * A list and the upload that made it.
     *
     * @param list the component that says the same on flash; null for a version without
     */
    public record Made(
            WriteId upload, List<Extent> extents, @Nullable WriteId list) {
        /** All that the version refers to. */
        List<WriteId> components() {
            return Stream.concat(extents.stream().map(Extent::component), Stream.ofNullable(list))
                    .toList();
        }
    }

    private static final String COLUMNS =
            "upload_high, upload_low, component_high, component_low, offsets, lengths, list_high, list_low";

    private static final String TABLE = "extent_list";

    private static final String INSERT = "insert into %s (bucket, content_high, content_low, " + COLUMNS
            + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String OF_VERSION = " where bucket = ? and content_high = ? and content_low = ?";

    private static final String FIND = "select " + COLUMNS + " from extent_list" + OF_VERSION;

    private static final String DELETE = "delete from extent_list" + OF_VERSION + " returning " + COLUMNS;

    private ExtentLists() {}

    public static void insert(StatelessSession session, String bucket, WriteId contentId, Made made) {
        session.doWork(connection -> insert(connection, TABLE, bucket, contentId, made));
    }

    /** @param table a table like this one */
    public static void insert(Connection connection, String table, String bucket, WriteId contentId, Made made)
            throws SQLException {
        List<Extent> extents = made.extents;
        List<WriteId> components = extents.stream().map(Extent::component).toList();
        try (PreparedStatement statement = connection.prepareStatement(INSERT.formatted(table))) {
            bind(statement, bucket, contentId);
            statement.setLong(4, made.upload.high());
            statement.setLong(5, made.upload.low());
            statement.setObject(6, WriteKey.highs(components));
            statement.setObject(7, WriteKey.lows(components));
            statement.setObject(8, extents.stream().mapToLong(Extent::offset).toArray());
            statement.setObject(9, extents.stream().mapToLong(Extent::length).toArray());
            setNullable(statement, 10, made.list == null ? null : made.list.high());
            setNullable(statement, 11, made.list == null ? null : made.list.low());
            int unused = statement.executeUpdate();
        }
    }

    private static void setNullable(PreparedStatement statement, int place, @Nullable Long value) throws SQLException {
        statement.setObject(place, value, Types.BIGINT);
    }

    /** Null if there is no such version. */
    public static @Nullable Made find(Connection connection, String bucket, WriteId contentId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            bind(statement, bucket, contentId);
            return read(statement.executeQuery());
        }
    }

    /** For a version that is no longer current: deletes its list, and releases its components. */
    public static void drop(StatelessSession session, ObjectMapping version) {
        if (!version.content().isComposed()) {
            return;
        }
        String bucket = ObjectId.userBucket(version.id().bucket());
        Made made = session.doReturningWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(DELETE)) {
                bind(statement, bucket, version.content().contentId());
                return read(statement.executeQuery());
            }
        });
        if (made != null) {
            ComponentRows.release(session, bucket, made.components());
        }
    }

    private static void bind(PreparedStatement statement, String bucket, WriteId contentId) throws SQLException {
        statement.setString(1, bucket);
        statement.setLong(2, contentId.high());
        statement.setLong(3, contentId.low());
    }

    private static @Nullable Made read(ResultSet found) throws SQLException {
        if (!found.next()) {
            return null;
        }
        Long[] highs = longs(found, 3);
        Long[] lows = longs(found, 4);
        Long[] offsets = longs(found, 5);
        Long[] lengths = longs(found, 6);
        List<Extent> extents = new ArrayList<>(highs.length);
        for (int i = 0; i < highs.length; i++) {
            extents.add(new Extent(new WriteId(highs[i], lows[i]), offsets[i], lengths[i]));
        }
        long listHigh = found.getLong(7);
        WriteId list = found.wasNull() ? null : new WriteId(listHigh, found.getLong(8));
        return new Made(new WriteId(found.getLong(1), found.getLong(2)), extents, list);
    }

    private static Long[] longs(ResultSet found, int column) throws SQLException {
        return (Long[]) found.getArray(column).getArray();
    }
}
