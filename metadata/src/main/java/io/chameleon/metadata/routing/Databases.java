package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.metadata.slice.SliceNames;
import io.chameleon.metadata.slice.SlicedCommits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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

    BucketDirectory directory() {
        return directory;
    }

    List<DatabaseTables> further() {
        return all.subList(1, all.size());
    }

    /** Calls the database that a bucket is in; nothing of one that was never used is there. */
    <A extends @Nullable Object> A in(String bucket, Function<DatabaseTables, A> call) {
        return counted(bucket, of(bucket), call);
    }

    /** Calls the database that an object is in, with its name there. */
    <A extends @Nullable Object> A in(ObjectId id, BiFunction<DatabaseTables, ObjectId, A> call) {
        ObjectId stored = stored(id);
        return in(stored.bucket(), database -> call.apply(database, stored));
    }

    /** As above; the answer names the object as the caller does. */
    <A> A in(ObjectId id, BiFunction<DatabaseTables, ObjectId, A> call, UnaryOperator<A> whole) {
        A answer = in(id, call);
        return isSliced(id.bucket()) ? whole.apply(answer) : answer;
    }

    /** Calls the database that a bucket is in, or from now on will be. */
    <A extends @Nullable Object> A inToWrite(String bucket, Function<DatabaseTables, A> call) {
        return counted(bucket, toWrite(bucket), call);
    }

    /** As {@link #inToWrite}; the answer names the object as the caller does. */
    <A> A inToWrite(ObjectId id, BiFunction<DatabaseTables, ObjectId, A> call, UnaryOperator<A> whole) {
        ObjectId stored = storedToWrite(id);
        A answer = inToWrite(stored.bucket(), database -> call.apply(database, stored));
        return stored.equals(id) ? answer : whole.apply(answer);
    }

    /** As {@link #in}. */
    void run(String bucket, Consumer<DatabaseTables> call) {
        boolean unused = in(bucket, database -> {
            call.accept(database);
            return true;
        });
    }

    void run(ObjectId id, BiConsumer<DatabaseTables, ObjectId> call) {
        boolean unused = in(id, (database, stored) -> {
            call.accept(database, stored);
            return true;
        });
    }

    /** As {@link #inToWrite}. */
    void runToWrite(String bucket, Consumer<DatabaseTables> call) {
        boolean unused = inToWrite(bucket, database -> {
            call.accept(database);
            return true;
        });
    }

    /** Whether the objects of a bucket are in slices. */
    boolean isSliced(String bucket) {
        return directory.find(bucket).sliced();
    }

    /** The name that the mapping table has for an object, a chunk or a component: in a slice, if its bucket has any. */
    ObjectId stored(ObjectId id) {
        return isSliced(id.bucket()) ? SliceNames.in(id) : id;
    }

    /**
     * The same of what is going to be written. The bucket has a database from now on, so that no other process makes it
     * a sliced one, or an unsliced one, in between.
     */
    private ObjectId storedToWrite(ObjectId id) {
        return directory.assign(id.bucket()).sliced() ? SliceNames.in(id) : id;
    }

    /**
     * A commit under its object's {@link #stored(ObjectId) name} there; its bucket has a database from now on.
     *
     * @throws ChameleonError {@code INVALID_REQUEST} from a client of an earlier build, whose content ids name no slice
     */
    Commit stored(Commit commit) {
        return directory.assign(commit.id().bucket()).sliced() ? SlicedCommits.in(commit) : commit;
    }

    /** The bucket, or the slice of it, in which chunks and components of an object with this content id are. */
    String stored(String bucket, WriteId contentId) {
        return isSliced(bucket) ? Slices.name(bucket, Slices.of(contentId)) : bucket;
    }

    private <A extends @Nullable Object> A counted(
            String bucket, DatabaseTables database, Function<DatabaseTables, A> call) {
        A answer = call.apply(database);
        directory.requireCounts(bucket, database.number());
        return answer;
    }

    /** Where a bucket is; nothing of one that was never used is there. */
    DatabaseTables of(String bucket) {
        return numbered(directory.find(bucket).number(), bucket);
    }

    /** Where a bucket is, or from now on will be. */
    DatabaseTables toWrite(String bucket) {
        return numbered(directory.assign(bucket).number(), bucket);
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

    /**
     * As {@link #each(List, Function, Function, BiFunction)}, with names as they are stored.
     *
     * @param whole of an answer about an item that has another name there
     */
    <Q, A> List<A> each(
            List<Q> items,
            UnaryOperator<Q> stored,
            Function<Q, String> bucket,
            Function<String, DatabaseTables> of,
            BiFunction<DatabaseTables, List<Q>, List<A>> call,
            UnaryOperator<A> whole) {
        List<Q> named = items.stream().map(stored).toList();
        List<A> answers = new ArrayList<>(each(named, bucket, of, call));
        for (int i = 0; i < answers.size(); i++) {
            if (!named.get(i).equals(items.get(i))) {
                answers.set(i, whole.apply(answers.get(i)));
            }
        }
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
