package io.chameleon.metadata.move;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.FurtherCheck;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.BucketNames;
import io.chameleon.metadata.statement.FrozenBuckets;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Buckets that a further database has and the first does not know: it was restored from a backup, or made anew. */
public final class FurtherBuckets implements FurtherCheck {
    private static final Logger LOG = LoggerFactory.getLogger(FurtherBuckets.class);

    private static final int PAGE = 10_000;

    private static final String LEARN = """
            insert into bucket_database (bucket, number)
            select name, cast(? as smallint) from unnest(cast(? as text[])) as of(name) order by name on conflict (bucket) do nothing
            """;
    private static final String ELSEWHERE = """
            select of.name from unnest(cast(? as text[])) as of(name)
            join bucket_database d on d.bucket = of.name and d.number <> ? order by of.name
            """;

    private final Transactions transactions;
    private final RestoredDatabases restored;

    /** @param count of all databases */
    public FurtherBuckets(Database first, int count, Peers peers) {
        this.transactions = first.transactions();
        this.restored = new RestoredDatabases(first, count, peers);
    }

    /**
     * Records them in the first. Not one that has left, or has not arrived. One that is elsewhere is let go if it is
     * sure that it has left. Cost: a page of names for every ten thousand buckets; if any is elsewhere, also a question
     * to each other database.
     *
     * @param further a connection to the database of that number, without a transaction
     * @throws IllegalStateException in one line if the first database says of one that it is elsewhere, or here where
     *     it is not, or not in slices
     */
    @Override
    public void require(int number, Connection further) throws SQLException {
        restored.requireArrived(number, further);
        List<String> names = new ArrayList<>();
        BucketNames.each(further, names::addAll);
        // After the names: of one that arrives, the rows come before the directory's entry, and the thaw after it.
        Map<String, Boolean> frozen = FrozenBuckets.all(further);
        Set<String> sliced = LearntSlices.marked(further);
        List<String> elsewhere = new ArrayList<>();
        for (int from = 0; from < names.size(); from += PAGE) {
            elsewhere.addAll(learn(number, names.subList(from, Math.min(from + PAGE, names.size())), frozen, sliced));
        }
        if (!elsewhere.isEmpty()) {
            // Of one that has left meanwhile, the freeze comes before the directory's entry.
            elsewhere.removeAll(FrozenBuckets.all(further).keySet());
        }
        if (!elsewhere.isEmpty()) {
            restored.letGo(elsewhere, number, further);
        }
    }

    /** Returns those that the first database has elsewhere, and that are not frozen here. */
    private List<String> learn(int number, List<String> names, Map<String, Boolean> frozen, Set<String> sliced) {
        List<String> there =
                names.stream().filter(name -> !frozen.getOrDefault(name, false)).toList();
        List<String> settled =
                names.stream().filter(name -> !frozen.containsKey(name)).toList();
        return transactions.run(session -> session.doReturningWork(connection -> {
            LearntSlices.learn(number, there, sliced, connection);
            int learnt = Sql.update(connection, LEARN, (short) number, Sql.texts(connection, there, name -> name));
            if (learnt > 0) {
                LOG.warn("the first database did not know {} buckets of database {}", learnt, number);
            }
            return Sql.all(
                    connection,
                    ELSEWHERE,
                    row -> row.getString(1),
                    Sql.texts(connection, settled, name -> name),
                    (short) number);
        }));
    }
}
