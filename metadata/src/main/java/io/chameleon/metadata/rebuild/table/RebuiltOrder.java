package io.chameleon.metadata.rebuild.table;

import io.chameleon.core.Chunks;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.statement.MappingReader;
import io.chameleon.metadata.statement.Sql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** The part of {@link RebuildTable} that tells what it has gathered, in the order in which it is placed. */
public final class RebuiltOrder {
    private static final String CHUNKS = "bucket like '%+chunks'";

    /** Among copies of one content the best comes first. */
    private static final String BEST = "found, cardinality(missing), write_high desc, write_low desc";

    private static final String NEWEST = "select * from rebuild_version where not " + CHUNKS
            + " order by bucket, object_key, content_high desc, content_low desc, " + BEST;

    private static final String ALL_CHUNKS =
            "select * from rebuild_version where " + CHUNKS + " order by bucket, object_key, " + BEST;

    private static final String LISTS = "select * from rebuild_version where bucket like '%+parts' and content_type = '"
            + Components.LIST_TYPE + "' order by bucket, object_key, " + BEST;

    private static final String PLACED_CHUNKS = """
            select v.* from rebuild_version v join rebuild_whole w
              on v.bucket = w.bucket and v.object_key like lpad(to_hex(w.content_high), 16, '0') || lpad(to_hex(w.content_low), 16, '0') || '/%'
            order by v.bucket, v.object_key, v.found, cardinality(v.missing), v.write_high desc, v.write_low desc
            """;

    private final RebuildTable table;
    private final MappingReader reader;

    RebuiltOrder(RebuildTable table, MappingReader reader) {
        this.table = table;
        this.reader = reader;
    }

    /**
     * All versions of objects and components, sorted by id, the newest of an object first, and the best among copies of
     * one content first.
     */
    public void newestFirst(Consumer<RebuiltVersion> visitor) {
        stream(NEWEST, visitor);
    }

    /** All chunks sorted by id, the best among copies first. */
    public void chunks(Consumer<RebuiltVersion> visitor) {
        stream(ALL_CHUNKS, visitor);
    }

    /** All components that are lists of composed objects, sorted by id, the best among copies first. */
    public void lists(Consumer<RebuiltVersion> visitor) {
        stream(LISTS, visitor);
    }

    /** As {@link #chunks}, for placed objects only. */
    public void placedChunks(Consumer<RebuiltVersion> visitor) {
        stream(PLACED_CHUNKS, visitor);
    }

    /** Records which of these have chunks, for {@link #placedChunks}. */
    public void noteWholes(Collection<RebuiltVersion> placed) {
        List<ObjectMapping> wholes = placed.stream()
                .map(RebuiltVersion::row)
                .filter(row -> row.content().isChunked())
                .toList();
        if (wholes.isEmpty()) {
            return;
        }
        table.run(connection -> {
            Sql.batch(connection, "insert into rebuild_whole values (?, ?, ?)", wholes, (statement, whole) -> {
                ObjectId id = whole.id();
                statement.setString(1, Chunks.bucket(id.bucket()));
                statement.setLong(2, whole.content().contentId().high());
                statement.setLong(3, whole.content().contentId().low());
            });
        });
    }

    private void stream(String sql, Consumer<RebuiltVersion> visitor) {
        table.run(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setFetchSize(RebuildTable.BATCH);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        visitor.accept(version(rows));
                    }
                }
            }
        });
    }

    private RebuiltVersion version(ResultSet row) throws SQLException {
        Integer[] missing = (Integer[]) row.getArray("missing").getArray();
        return new RebuiltVersion(
                reader.row(row),
                List.of(missing),
                RebuiltVersion.State.values()[row.getShort("found")],
                row.getString("principal"),
                row.getBoolean("former"));
    }
}
