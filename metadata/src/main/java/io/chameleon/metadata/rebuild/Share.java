package io.chameleon.metadata.rebuild;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.move.MoveMarks;
import io.chameleon.metadata.statement.BucketNames;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The database that a rebuild is for, of those that the mapping table is on, and which buckets were in it. The others
 * keep theirs.
 *
 * @param number of the database, 0 for the first
 * @param buckets by name, as rows have it: of a sliced bucket the {@link Slices slices}
 * @param sliced buckets that are in slices, by the names that users have for them
 * @param moved the attempts by which some of them came there
 */
public record Share(int number, Predicate<String> buckets, Set<String> sliced, Map<String, Long> moved) {
    /** Of the only database, where no bucket is sliced: the slices of one come together. */
    public static final Share ALL = new Share(0, bucket -> true, Set.of(), Map.of());

    public Share {
        sliced = Set.copyOf(sliced);
        moved = Map.copyOf(moved);
    }

    /** The first database has all buckets that no further one has. A bucket is sliced if a further one has a slice. */
    public static Share ofTheFirst(List<Database> further) {
        Set<String> others = new HashSet<>();
        for (Database database : further) {
            int unused = database.transactions().query(connection -> {
                BucketNames.each(connection, others::addAll);
                return others.size();
            });
        }
        Set<String> sliced =
                others.stream().filter(Slices::isSlice).map(Slices::whole).collect(Collectors.toSet());
        return new Share(0, bucket -> !others.contains(bucket), sliced, Map.of());
    }

    /** The first database knows what is in a further one, and what is sliced. */
    public static Share of(int number, Database first) {
        Set<String> own = names(first, "number = " + number);
        return new Share(number, own::contains, names(first, "sliced"), MoveMarks.of(number, first));
    }

    private static Set<String> names(Database first, String where) {
        return new HashSet<>(first.transactions()
                .run(session -> session.createNativeQuery(
                                "select bucket from bucket_database where " + where, String.class)
                        .getResultList()));
    }

    /** @param row an object, chunk or component, by the name of its row */
    boolean has(ObjectId row) {
        return buckets.test(ObjectId.userBucket(row.bucket()));
    }

    /** The name of its row. Clients named it by its bucket; whoever copied or repaired it since, by its slice. */
    ObjectId row(ObjectId named) {
        ObjectId whole = Slices.whole(named);
        return sliced.contains(ObjectId.userBucket(whole.bucket())) ? Slices.in(whole) : whole;
    }

    /**
     * The names that rows have for buckets.
     *
     * @param named as users see them
     */
    Set<String> rows(Set<String> named) {
        return named.stream().flatMap(this::rows).collect(Collectors.toCollection(TreeSet::new));
    }

    private Stream<String> rows(String bucket) {
        return sliced.contains(bucket)
                ? IntStream.range(0, Slices.COUNT).mapToObj(slice -> Slices.name(bucket, slice))
                : Stream.of(bucket);
    }
}
