package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * The table {@code bucket_database} of the first database. Cost: a look-up by index for each bucket that this process
 * meets for the first time, or that nobody has used; nothing for all others.
 */
public final class PostgresBucketDirectory implements BucketDirectory {
    private static final int MAX_REMEMBERED = 100_000;

    private static final String FIND = "select number from bucket_database where bucket = ?";

    /** A bucket of which the first database knows anything, from a time when there was no other, is there. */
    private static final String ASSIGN = """
            insert into bucket_database (bucket, number)
            select of.bucket, case when exists (select 1 from bucket b where b.name = of.bucket)
                or exists (select 1 from bucket_claim c where c.bucket = of.bucket)
                or exists (select 1 from bucket_grant g where g.bucket = of.bucket)
                or exists (select 1 from quota q where q.kind = 1 and q.name = of.bucket)
                or exists (select 1 from object_mapping m where m.bucket in (of.bucket, of.bucket || '+chunks', of.bucket || '+parts'))
                then 0 else of.number end
            from (select cast(? as text) as bucket, cast(? as smallint) as number) of
            on conflict (bucket) do nothing
            """;

    private final Transactions transactions;
    private final IntSupplier choice;
    private final FreezeWatches frozen;
    private final Map<String, Integer> remembered = new ConcurrentHashMap<>();

    /**
     * @param frozen buckets, of all databases
     * @param choice the database for the next new bucket; may wait for databases
     */
    public PostgresBucketDirectory(Database first, FreezeWatches frozen, IntSupplier choice) {
        this.transactions = first.transactions();
        this.frozen = frozen;
        this.choice = choice;
    }

    @Override
    public int known(String bucket) {
        String name = ObjectId.userBucket(bucket);
        int number = remembered.getOrDefault(name, UNKNOWN);
        if (number != UNKNOWN && isTold(number) && frozen.of(number).hasLeft(name)) {
            remembered.remove(name, number);
            return UNKNOWN;
        }
        return number;
    }

    /** Whether this process knows the database. */
    private boolean isTold(int number) {
        return number < frozen.size();
    }

    @Override
    public boolean counts(String bucket, int number) {
        return frozen.of(number).counts(ObjectId.userBucket(bucket));
    }

    @Override
    public boolean isFrozen(String bucket) {
        String name = ObjectId.userBucket(bucket);
        int number = known(name);
        return number != UNKNOWN && isTold(number) && frozen.of(number).isFrozen(name);
    }

    @Override
    public int find(String bucket) {
        String name = ObjectId.userBucket(bucket);
        int number = known(name);
        return number == UNKNOWN ? Math.max(asked(name), 0) : number;
    }

    @Override
    public int assign(String bucket) {
        String name = ObjectId.userBucket(bucket);
        int known = known(name);
        int number = known == UNKNOWN ? asked(name) : known;
        return number == UNKNOWN ? assignAnew(name) : number;
    }

    /**
     * A first database that was restored from a backup learns the buckets of the others when these come into use. So
     * until all have, a bucket without an entry may be in one of them.
     */
    private int asked(String name) {
        OptionalInt silent = frozen.silent(); // before the question: then all that was learnt is found
        int number = remember(name, transactions.query(connection -> find(connection, name)));
        if (number == UNKNOWN && silent.isPresent()) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "bucket " + name + " has no database yet, unless it is in database " + silent.getAsInt()
                            + ", which has not answered since this metadata process started");
        }
        return number;
    }

    private int assignAnew(String name) {
        int chosen = choice.getAsInt();
        int assigned = transactions.run(session -> session.doReturningWork(connection -> {
            int unused = Sql.update(connection, ASSIGN, name, (short) chosen);
            return find(connection, name); // another process may have been first
        }));
        return remember(name, assigned);
    }

    private int remember(String name, int number) {
        if (number != UNKNOWN) {
            if (remembered.size() >= MAX_REMEMBERED) {
                remembered.clear();
            }
            remembered.put(name, number);
        }
        return number;
    }

    private static int find(Connection connection, String name) throws SQLException {
        return Sql.all(connection, FIND, row -> row.getInt(1), name).stream()
                .findFirst()
                .orElse(UNKNOWN);
    }
}
