package io.chameleon.metadata.rebuild;

import io.chameleon.core.ObjectId;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.move.MoveMarks;
import io.chameleon.metadata.statement.BucketNames;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The database that a rebuild is for, of those that the mapping table is on, and which buckets were in it. The others
 * keep theirs.
 *
 * @param number of the database, 0 for the first
 * @param buckets by name, as users see them
 * @param moved the attempts by which some of them came there
 */
public record Share(int number, Predicate<String> buckets, Map<String, Long> moved) {
    /** Of the only database. */
    public static final Share ALL = new Share(0, bucket -> true, Map.of());

    /** The first database has all buckets that no further one has. */
    public static Share ofTheFirst(List<Database> further) {
        Set<String> others = new HashSet<>();
        for (Database database : further) {
            int unused = database.transactions().query(connection -> {
                BucketNames.each(connection, others::addAll);
                return others.size();
            });
        }
        return new Share(0, bucket -> !others.contains(bucket), Map.of());
    }

    /** The first database knows what is in a further one. */
    public static Share of(int number, Database first) {
        Set<String> own = new HashSet<>(first.transactions()
                .run(session -> session.createNativeQuery(
                                "select bucket from bucket_database where number = :number", String.class)
                        .setParameter("number", (short) number)
                        .getResultList()));
        return new Share(number, own::contains, MoveMarks.of(number, first));
    }

    boolean has(ObjectId id) {
        return buckets.test(ObjectId.userBucket(id.bucket()));
    }
}
