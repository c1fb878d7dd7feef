package io.chameleon.metadata.version;

import io.chameleon.core.Utf8;
import io.chameleon.metadata.statement.MappingReader;
import io.chameleon.metadata.statement.TextRange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads on in the versions of a bucket's objects, from a key and a position, in both tables. */
final class VersionSeek {
    /** A position above those of all versions. */
    static final long ALL = Long.MAX_VALUE;

    /** One statement, and so one state of both tables: a version is in exactly one of them. */
    private static final String PAGE = """
            (select %s, m.*
             from (select * from object_mapping where bucket = ? and object_key >= ? and (object_key > ? or ?)
                     and %s
                   order by object_key limit ?) m)
            union all
            (select %s, m.*
             from (select * from object_version where bucket = ? and object_key >= ? and (object_key > ? or position < ?)
                     and %s
                   order by object_key, position desc limit ?) v %s)
            """;

    private static final String PAGE_BELOW = page(TextRange.BELOW);
    private static final String PAGE_REST = page(TextRange.REST);

    private static final Comparator<FoundVersion> ORDER = Comparator.comparing(FoundVersion::key, Utf8::compare)
            .thenComparing(entry -> entry.row().position(), Comparator.reverseOrder());

    /** Entries without a gap, and whether there may be more after the last. */
    record Batch(List<FoundVersion> entries, boolean more) {}

    private final Connection connection;
    private final MappingReader reader;
    private final String bucket;
    private final @Nullable String end;

    /** @param end the first key that is not read any more; null reads to the last */
    VersionSeek(Connection connection, MappingReader reader, String bucket, @Nullable String end) {
        this.connection = connection;
        this.reader = reader;
        this.bucket = bucket;
        this.end = end;
    }

    private static String page(String end) {
        return PAGE.formatted(VersionRow.OF_CURRENT, end, VersionRow.COLUMNS, end, FoundVersion.WITH_BYTES);
    }

    /**
     * What follows in both tables.
     *
     * @param start the first key
     * @param below the position of that key's versions, or {@link #ALL}
     * @param limit of the rows of each table
     */
    Batch from(String start, long below, int limit) throws SQLException {
        List<FoundVersion> current = new ArrayList<>();
        List<FoundVersion> former = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(end == null ? PAGE_REST : PAGE_BELOW)) {
            bind(statement, 0, start, limit);
            statement.setBoolean(4, below == ALL);
            bind(statement, 6, start, limit);
            statement.setLong(10, below);
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    FoundVersion entry = FoundVersion.read(found, reader);
                    (entry.row().position() == VersionRow.CURRENT ? current : former).add(entry);
                }
            }
        }
        current.sort(ORDER);
        former.sort(ORDER);
        String horizon = least(current.size() < limit ? null : current, former.size() < limit ? null : former);
        List<FoundVersion> all = new ArrayList<>(current);
        all.addAll(former);
        all.removeIf(entry -> horizon != null && Utf8.compare(entry.key(), horizon) > 0);
        all.sort(ORDER);
        return new Batch(all, horizon != null);
    }

    /** The first of the last keys, since beyond it one of the lists has a gap; null if none goes on. */
    private static @Nullable String least(@Nullable List<FoundVersion> one, @Nullable List<FoundVersion> other) {
        String first = one == null ? null : one.getLast().key();
        String second = other == null ? null : other.getLast().key();
        return first == null || second != null && Utf8.compare(second, first) < 0 ? second : first;
    }

    private void bind(PreparedStatement statement, int before, String start, int limit) throws SQLException {
        statement.setString(before + 1, bucket);
        statement.setString(before + 2, start);
        statement.setString(before + 3, start);
        statement.setString(before + 5, end);
        statement.setInt(before + 6, limit);
    }
}
