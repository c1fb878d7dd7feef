package io.chameleon.metadata.move;

import io.chameleon.core.Slices;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Which buckets are sliced, as a first database learns it from the slices that further databases have. */
final class LearntSlices {
    private static final String LEARN = """
            insert into bucket_database (bucket, number, sliced)
            select name, 0, true from unnest(cast(? as text[])) as of(name) order by name on conflict (bucket) do nothing
            """;

    /** A process of an earlier build keeps the setting of a bucket that it does not slice. Such a one has objects. */
    private static final String MARKED = """
            select name from bucket where settings ->> '%s' is not null and position('%c' in name) = 0
                and not exists (select 1 from object_mapping where object_mapping.bucket = bucket.name)
            order by name
            """.formatted(Slices.SETTING, Slices.MARK);

    /** Its place may have been guessed by {@link #LEARN}, when a database came that has slices of it alone. */
    private static final String LEARN_MARKED = """
            insert into bucket_database (bucket, number, sliced)
            select name, cast(? as smallint), true from unnest(cast(? as text[])) as of(name) order by name
            on conflict (bucket) do update set number = excluded.number
            where bucket_database.sliced and bucket_database.number = 0
                and not exists (select 1 from bucket b where b.name = bucket_database.bucket)
            """;

    private static final String NOT_SLICED = """
            select of.name from unnest(cast(? as text[])) as of(name)
            join bucket_database d on d.bucket = of.name and not d.sliced order by of.name
            """;

    private LearntSlices() {}

    /** The sliced buckets of a further database, as their rows there say. */
    static Set<String> marked(Connection further) throws SQLException {
        return Set.copyOf(Sql.all(further, MARKED, row -> row.getString(1)));
    }

    /**
     * Records the sliced buckets that are, or whose slices are, among these names.
     *
     * @param number of the database that has them
     * @param marked {@link #marked}
     * @param first a transaction of the first database
     * @throws IllegalStateException in one line if the first database has a bucket of these slices that is not sliced
     */
    static void learn(int number, Collection<String> names, Set<String> marked, Connection first) throws SQLException {
        List<String> here = names.stream().filter(marked::contains).toList();
        int unusedHere = here.isEmpty()
                ? 0
                : Sql.update(first, LEARN_MARKED, (short) number, Sql.texts(first, here, name -> name));
        // Not by rows alone: a process of an earlier build keeps the setting of a bucket that it does not slice.
        List<String> sliced = names.stream()
                .filter(Slices::isSlice)
                .map(Slices::whole)
                .distinct()
                .toList();
        if (sliced.isEmpty()) {
            return;
        }
        int unused = Sql.update(first, LEARN, Sql.texts(first, sliced, name -> name));
        List<String> others =
                Sql.all(first, NOT_SLICED, row -> row.getString(1), Sql.texts(first, sliced, name -> name));
        if (!others.isEmpty()) {
            throw new IllegalStateException(
                    "database " + number + " has slices of bucket " + others.getFirst()
                            + ", which the first database does not have in slices: restore a later backup of the first database");
        }
    }
}
