package io.chameleon.metadata.rebuild.table;

import io.chameleon.core.WriteId;
import io.chameleon.metadata.row.WriteKey;
import io.chameleon.metadata.statement.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The part of {@link RebuildTable} for manifests, by the writes that they name. */
public final class RebuiltManifests {
    /**
     * The cluster's own claim takes precedence over a user's. Only the servers to which a fragment moved may know that
     * its version is a former one.
     */
    private static final String ADD = """
            insert into rebuild_manifest (write_high, write_low, manifest, principal, former) values (?, ?, ?, ?, ?)
            on conflict (write_high, write_low) do update set manifest = excluded.manifest, principal = excluded.principal,
                former = rebuild_manifest.former or excluded.former
            where excluded.principal = '' or rebuild_manifest.principal <> ''
            """;

    private static final String FIND = """
            select m.write_high, m.write_low, m.manifest, m.principal, m.former
            from unnest(?, ?) as w(high, low) join rebuild_manifest m on m.write_high = w.high and m.write_low = w.low
            """;

    /**
     * A manifest as the servers store it.
     *
     * @param manifest its bytes
     * @param former whether any server says that it is of a former version
     */
    public record Named(WriteId writeId, byte[] manifest, String principal, boolean former) {
        /** What counts of this manifest and a later one of the same write, as {@link #ADD} says of two in the table. */
        private Named and(Named later) {
            return later.principal.isEmpty() || !principal.isEmpty()
                    ? new Named(writeId, later.manifest, later.principal, former || later.former)
                    : this;
        }
    }

    private final RebuildTable table;

    RebuiltManifests(RebuildTable table) {
        this.table = table;
    }

    /** Adds what a server listed, in its order. A write may have several manifests: a repair sends them again. */
    public void add(Collection<Named> manifests) {
        // The driver makes one insert of a batch, and PostgreSQL refuses one that meets a row twice.
        Map<WriteId, Named> byWrite = new LinkedHashMap<>();
        manifests.forEach(manifest -> byWrite.merge(manifest.writeId(), manifest, Named::and));
        table.run(connection -> {
            Sql.batch(connection, ADD, byWrite.values(), (statement, manifest) -> {
                statement.setLong(1, manifest.writeId().high());
                statement.setLong(2, manifest.writeId().low());
                statement.setBytes(3, manifest.manifest());
                statement.setString(4, manifest.principal());
                statement.setBoolean(5, manifest.former());
            });
        });
    }

    /** The manifests of those writes that have one. */
    public Map<WriteId, Named> of(Collection<WriteId> writes) {
        return table
                .query(connection -> Sql.all(
                        connection, FIND, RebuiltManifests::read, WriteKey.highs(writes), WriteKey.lows(writes)))
                .stream()
                .collect(Collectors.toMap(Named::writeId, Function.identity()));
    }

    private static Named read(ResultSet row) throws SQLException {
        return new Named(
                new WriteId(row.getLong(1), row.getLong(2)), row.getBytes(3), row.getString(4), row.getBoolean(5));
    }
}
