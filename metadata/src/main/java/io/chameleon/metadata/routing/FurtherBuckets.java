package io.chameleon.metadata.routing;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.BucketNames;
import io.chameleon.metadata.statement.Sql;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Buckets that a further database has and the first does not know: it was restored from a backup, or made anew. */
public final class FurtherBuckets {
    private static final Logger LOG = LoggerFactory.getLogger(FurtherBuckets.class);

    private static final String LEARN = """
            insert into bucket_database (bucket, number)
            select name, cast(? as smallint) from unnest(cast(? as text[])) as of(name) order by name on conflict (bucket) do nothing
            """;
    private static final String ELSEWHERE = """
            select of.name from unnest(cast(? as text[])) as of(name)
            join bucket_database d on d.bucket = of.name and d.number <> ? limit 1
            """;

    private final Transactions transactions;
    private final FreezeWatches frozen;

    /** @param frozen buckets, of all databases */
    public FurtherBuckets(Database first, FreezeWatches frozen) {
        this.transactions = first.transactions();
        this.frozen = frozen;
    }

    /**
     * Records them in the first. Not one that has left, or has not arrived. Cost: a page of names for every ten
     * thousand buckets.
     *
     * @throws IllegalStateException in one line if the first database says of one that it is elsewhere
     */
    public void learn(int number, Database further) {
        int unused = further.transactions().query(connection -> {
            BucketNames.each(
                    connection,
                    names -> learn(
                            number,
                            names.stream()
                                    .filter(name -> !frozen.of(number).hasLeft(name))
                                    .toList()));
            return number;
        });
    }

    private void learn(int number, List<String> names) {
        List<String> elsewhere = transactions.run(session -> session.doReturningWork(connection -> {
            int learnt = Sql.update(connection, LEARN, (short) number, Sql.texts(connection, names, name -> name));
            if (learnt > 0) {
                LOG.warn("the first database did not know {} buckets of database {}", learnt, number);
            }
            List<String> settled = names.stream()
                    .filter(name -> !frozen.of(number).isFrozen(name))
                    .toList();
            return Sql.all(
                    connection,
                    ELSEWHERE,
                    row -> row.getString(1),
                    Sql.texts(connection, settled, name -> name),
                    (short) number);
        }));
        if (!elsewhere.isEmpty()) {
            throw new IllegalStateException("bucket " + elsewhere.getFirst() + " has objects in database " + number
                    + ", and the first database says that it is in another");
        }
    }
}
