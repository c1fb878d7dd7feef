package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All databases of the mapping table, in the order of their numbers, and which of them a bucket is in.
 *
 * <p>Errors besides those of the tables: {@code UNAVAILABLE} for a bucket in a database that this process was not told
 * of.
 */
public final class Databases {
    private final List<DatabaseTables> all;
    private final BucketDirectory directory;

    public Databases(List<DatabaseTables> all, BucketDirectory directory) {
        this.all = List.copyOf(all);
        this.directory = directory;
    }

    public List<DatabaseTables> all() {
        return all;
    }

    /** Has what is the cluster's and not a bucket's, and says which bucket is where. */
    DatabaseTables first() {
        return all.getFirst();
    }

    List<DatabaseTables> further() {
        return all.subList(1, all.size());
    }

    /** Calls the database that a bucket is in; nothing of one that was never used is there. */
    <A extends @Nullable Object> A in(String bucket, Function<DatabaseTables, A> call) {
        return counted(bucket, of(bucket), call);
    }

    <A extends @Nullable Object> A in(ObjectId id, Function<DatabaseTables, A> call) {
        return in(id.bucket(), call);
    }

    /** Calls the database that a bucket is in, or from now on will be. */
    <A extends @Nullable Object> A inToWrite(String bucket, Function<DatabaseTables, A> call) {
        return counted(bucket, toWrite(bucket), call);
    }

    <A extends @Nullable Object> A inToWrite(ObjectId id, Function<DatabaseTables, A> call) {
        return inToWrite(id.bucket(), call);
    }

    /** As {@link #in}. */
    void run(String bucket, Consumer<DatabaseTables> call) {
        boolean unused = in(bucket, database -> {
            call.accept(database);
            return true;
        });
    }

    void run(ObjectId id, Consumer<DatabaseTables> call) {
        run(id.bucket(), call);
    }

    /** As {@link #inToWrite}. */
    void runToWrite(String bucket, Consumer<DatabaseTables> call) {
        boolean unused = inToWrite(bucket, database -> {
            call.accept(database);
            return true;
        });
    }

    private <A extends @Nullable Object> A counted(
            String bucket, DatabaseTables database, Function<DatabaseTables, A> call) {
        A answer = call.apply(database);
        directory.requireCounts(bucket, database.number());
        return answer;
    }

    /** Where a bucket is; nothing of one that was never used is there. */
    DatabaseTables of(String bucket) {
        return numbered(directory.find(bucket), bucket);
    }

    DatabaseTables of(ObjectId id) {
        return of(id.bucket());
    }

    /** Where a bucket is, or from now on will be. */
    DatabaseTables toWrite(String bucket) {
        return numbered(directory.assign(bucket), bucket);
    }

    DatabaseTables toWrite(ObjectId id) {
        return toWrite(id.bucket());
    }

    private DatabaseTables numbered(int number, String bucket) {
        if (number >= all.size()) {
            throw untold(bucket, number);
        }
        return all.get(number);
    }

    /** Another metadata process may know it. */
    public static ChameleonError untold(String bucket, int number) {
        return new ChameleonError(
                ErrorCode.UNAVAILABLE,
                "bucket " + bucket + " is in database " + number + ", of which this metadata process was not told");
    }

    /**
     * Calls the database of each item, once for all of its items, and answers in the order of the items.
     *
     * @param bucket that an item is about
     * @param of where a bucket is
     */
    <Q, A> List<A> each(
            List<Q> items,
            Function<Q, String> bucket,
            Function<String, DatabaseTables> of,
            BiFunction<DatabaseTables, List<Q>, List<A>> call) {
        Scattered<Q> scattered = new Scattered<>(items, item -> of.apply(bucket.apply(item)));
        List<A> answers = scattered.call(call);
        scattered.forEach((database, item) -> directory.requireCounts(bucket.apply(item), database.number()));
        return answers;
    }

    /** As {@link #merged}, of each bucket only once: one that is moving may be in two. */
    <T> List<T> mergedBuckets(Function<DatabaseTables, ? extends List<T>> call, Function<T, String> bucket, int limit) {
        Map<String, T> byBucket = new TreeMap<>();
        all.forEach(database -> call.apply(database).forEach(row -> byBucket.putIfAbsent(bucket.apply(row), row)));
        return byBucket.values().stream().limit(limit).toList();
    }

    /** The first {@code limit} of what all databases answer, in this order. */
    <T> List<T> merged(Function<DatabaseTables, ? extends List<T>> call, Comparator<? super T> order, int limit) {
        return all.stream()
                .flatMap(database -> call.apply(database).stream())
                .sorted(order)
                .limit(limit)
                .toList();
    }
}
