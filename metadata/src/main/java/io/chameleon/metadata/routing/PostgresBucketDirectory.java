package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.Sql;
import io.chameleon.metadata.statement.Upgrades;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code bucket_database} of the first database. Cost: a look-up by index for each bucket that this process
 * meets for the first time, or that nobody has used; nothing for all others.
 */
public final class PostgresBucketDirectory implements BucketDirectory {
    private static final int MAX_REMEMBERED = 100_000;

    /** The schema from which on there are sliced buckets. */
    private static final String SLICES = "36";

    private static final String FIND = "select number, sliced from bucket_database where bucket = ?";

    private static final String SLICED = "select bucket from bucket_database where sliced order by bucket";

    /**
     * A bucket of which the first database knows anything, from a time when there was no other, is there, and is not
     * sliced.
     */
    private static final String ASSIGN = """
            with of as (
                select cast(? as boolean) as sliced, cast(? as text) as bucket, cast(? as smallint) as number),
            known as (
                select of.*, exists (select 1 from bucket b where b.name = of.bucket)
                    or exists (select 1 from bucket_claim c where c.bucket = of.bucket)
                    or exists (select 1 from bucket_grant g where g.bucket = of.bucket)
                    or exists (select 1 from quota q where q.kind = 1 and q.name = of.bucket)
                    or exists (select 1 from object_mapping m
                        where m.bucket in (of.bucket, of.bucket || '+chunks', of.bucket || '+parts')) as here
                from of)
            insert into bucket_database (bucket, number, sliced)
            select bucket, case when here then 0 else number end, sliced and not here from known
            on conflict (bucket) do nothing
            """;

    private final Transactions transactions;
    private final DatabaseChoice choice;
    private final FreezeWatches frozen;
    private final Map<String, BucketPlace> remembered = new ConcurrentHashMap<>();

    /**
     * @param frozen buckets, of all databases
     * @param choice of databases for new buckets
     */
    public PostgresBucketDirectory(Database first, FreezeWatches frozen, DatabaseChoice choice) {
        this.transactions = first.transactions();
        this.frozen = frozen;
        this.choice = choice;
    }

    @Override
    public @Nullable BucketPlace known(String bucket) {
        String name = ObjectId.userBucket(bucket);
        BucketPlace place = remembered.get(name);
        if (place != null && isTold(place) && frozen.of(place.number()).hasLeft(name)) {
            remembered.remove(name, place);
            return null;
        }
        return place;
    }

    /** Whether this process knows the database. */
    private boolean isTold(BucketPlace place) {
        return place.number() < frozen.size();
    }

    @Override
    public boolean counts(String bucket, int number) {
        return frozen.of(number).counts(ObjectId.userBucket(bucket));
    }

    @Override
    public boolean isFrozen(String bucket) {
        String name = ObjectId.userBucket(bucket);
        BucketPlace place = known(name);
        return place != null && isTold(place) && frozen.of(place.number()).isFrozen(name);
    }

    @Override
    public BucketPlace find(String bucket) {
        String name = ObjectId.userBucket(bucket);
        BucketPlace known = known(name);
        BucketPlace found = known == null ? asked(name) : known;
        return found == null ? BucketPlace.NONE : found;
    }

    @Override
    public BucketPlace assign(String bucket) {
        String name = ObjectId.userBucket(bucket);
        BucketPlace known = known(name);
        BucketPlace found = known == null ? asked(name) : known;
        return found == null ? assignAnew(name, choice.next(), false) : found;
    }

    @Override
    public BucketPlace slice(String bucket) {
        BucketPlace known = known(bucket);
        BucketPlace found = known == null ? asked(bucket) : known;
        if (found == null) {
            requireAllKnowSlices();
        }
        BucketPlace place = found == null ? assignAnew(bucket, choice.next(), true) : found;
        if (place.sliced()) {
            List<Integer> numbers = choice.forSlices();
            for (int slice = 0; slice < Slices.COUNT; slice++) {
                BucketPlace unused = assignAnew(Slices.name(bucket, slice), numbers.get(slice), false);
            }
        }
        return place;
    }

    /** A process of an earlier build would look for its objects in the bucket itself. */
    private void requireAllKnowSlices() {
        if (transactions.query(connection -> Upgrades.isRecent(connection, SLICES))) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "a metadata process of an earlier build may still run: sliced buckets can be made ten minutes after"
                            + " an upgrade");
        }
    }

    @Override
    public List<String> sliced() {
        return transactions.query(connection -> Sql.all(connection, SLICED, row -> row.getString(1)));
    }

    /**
     * A first database that was restored from a backup learns the buckets of the others when these come into use. So
     * until all have, a bucket without an entry may be in one of them, and so may the row of a sliced bucket that it
     * knows by its slices alone.
     */
    private @Nullable BucketPlace asked(String name) {
        OptionalInt silent = frozen.silent(); // before the question: then all that was learnt is found
        BucketPlace found =
                transactions.query(connection -> found(connection, name)).orElse(null);
        boolean guessed = found != null && found.sliced() && found.number() == 0 && silent.isPresent();
        BucketPlace place = guessed ? found : remember(name, found);
        if (place == null && silent.isPresent()) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "bucket " + name + " has no database yet, unless it is in database " + silent.getAsInt()
                            + ", which has not answered since this metadata process started");
        }
        return place;
    }

    private BucketPlace assignAnew(String name, int chosen, boolean sliced) {
        BucketPlace assigned = transactions.run(session -> session.doReturningWork(connection -> {
            int unused = Sql.update(connection, ASSIGN, sliced, name, (short) chosen);
            return found(connection, name).orElseThrow(); // another process may have been first
        }));
        return Objects.requireNonNull(remember(name, assigned));
    }

    private @Nullable BucketPlace remember(String name, @Nullable BucketPlace place) {
        if (place != null) {
            if (remembered.size() >= MAX_REMEMBERED) {
                remembered.clear();
            }
            remembered.put(name, place);
        }
        return place;
    }

    private static Optional<BucketPlace> found(Connection connection, String name) throws SQLException {
        return Sql.all(connection, FIND, row -> new BucketPlace(row.getInt(1), row.getBoolean(2)), name).stream()
                .findFirst();
    }
}
