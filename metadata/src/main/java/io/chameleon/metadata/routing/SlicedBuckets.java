package io.chameleon.metadata.routing;

import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.metadata.bucket.SliceRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the registry's rows of slices as that of their bucket, which is what counts. It is changed first, and the
 * slices' before the caller is answered. What a process leaves unfinished, {@link #settle} finishes.
 */
final class SlicedBuckets {
    private static final Logger LOG = LoggerFactory.getLogger(SlicedBuckets.class);

    /** Buckets that are looked at by one statement in each database: 1,600 rows of slices by index. */
    private static final int PAGE = 100;

    private static final Long ABSENT = -1L;

    private final Databases databases;

    SlicedBuckets(Databases databases) {
        this.databases = databases;
    }

    /**
     * Makes a name that was never used that of a sliced bucket, for ever.
     *
     * @throws IllegalArgumentException in one line if it was used
     */
    void slice(String bucket, String given) {
        Require.that(
                given.equals(Integer.toString(Slices.COUNT)), "setting " + Slices.SETTING, given, "" + Slices.COUNT);
        Require.that(
                databases.directory().slice(bucket).sliced(),
                "setting " + Slices.SETTING + " of bucket " + bucket,
                given,
                "none: the name was used before for a bucket without slices, and stays so");
    }

    /** Copies a bucket's row to its slices; does nothing for one that has none. */
    void alike(String bucket) {
        if (databases.isSliced(bucket)) {
            SliceRegistry.Row found = read(bucket);
            if (found != null && !found.marked()) {
                databases.run(bucket, database -> database.slices().mark(bucket));
                found = read(bucket);
            }
            SliceRegistry.Row row = found;
            if (row != null) {
                List<Boolean> unused = databases.each(
                        Slices.names(bucket),
                        Function.identity(),
                        databases::toWrite,
                        (database, slices) -> database.slices().write(slices, row));
            }
        }
    }

    private SliceRegistry.@Nullable Row read(String bucket) {
        return databases.in(bucket, database -> database.slices().read(bucket));
    }

    private List<Boolean> inUse(List<String> slices) {
        return databases.each(
                slices,
                Function.identity(),
                databases::of,
                (database, some) -> database.slices().inUse(some));
    }

    /**
     * Deletes a bucket whose slices are all empty. A write that comes just then makes it anew.
     *
     * @throws ChameleonError {@code BUCKET_NOT_FOUND}, {@code BUCKET_NOT_EMPTY}
     */
    void delete(String bucket) {
        adopt(bucket);
        List<String> slices = Slices.names(bucket);
        if (inUse(slices).contains(true)) {
            throw new ChameleonError(
                    ErrorCode.BUCKET_NOT_EMPTY, "bucket " + bucket + " holds objects or an open upload");
        }
        // Before the row is deleted: another may make the bucket anew just after that, with copies of its own.
        Map<String, Long> copies = revisions(slices);
        databases.run(bucket, database -> database.buckets().delete(bucket));
        try {
            drop(copies);
        } catch (ChameleonError e) {
            LOG.debug("the slices of bucket {} are deleted later: {}", bucket, e.toString());
        }
    }

    private void drop(Map<String, Long> revisions) {
        revisions.forEach((slice, revision) ->
                databases.run(slice, database -> database.slices().delete(slice, revision)));
    }

    /** Of those slices that have rows where they are. */
    private Map<String, Long> revisions(List<String> slices) {
        List<Long> each = databases.each(slices, Function.identity(), databases::of, (database, some) -> {
            Map<String, Long> found = database.slices().revisions(some);
            return some.stream().map(slice -> found.getOrDefault(slice, ABSENT)).toList();
        });
        Map<String, Long> all = new HashMap<>();
        for (int i = 0; i < slices.size(); i++) {
            all.put(slices.get(i), each.get(i));
        }
        all.values().removeIf(ABSENT::equals);
        return all;
    }

    /** The newest of any database; all have to answer. */
    private Map<String, Long> newest(List<String> names) {
        Map<String, Long> all = new HashMap<>();
        for (DatabaseTables database : databases.all()) {
            database.slices().revisions(names).forEach((name, revision) -> all.merge(name, revision, Math::max));
        }
        return all;
    }

    /** Whether a bucket is sliced and holds anything. */
    boolean isInUse(String bucket) {
        if (!databases.isSliced(bucket)) {
            return false;
        }
        adopt(bucket);
        return inUse(Slices.names(bucket)).contains(true);
    }

    /** A sliced bucket; registers one that was deleted and is in use again. */
    @Nullable
    BucketInfo find(String bucket) {
        BucketInfo registered =
                databases.in(bucket, database -> database.slices().find(bucket));
        if (registered != null) {
            return registered;
        }
        settle(bucket);
        return databases.in(bucket, database -> database.buckets().find(bucket));
    }

    /** Registers a sliced bucket that was deleted and is in use again, unless it is. */
    void adopt(String bucket) {
        if (databases.isSliced(bucket) && read(bucket) == null) {
            settle(bucket);
        }
    }

    /**
     * Finishes what processes that died have begun, in all sliced buckets. What cannot be finished yet, such as while a
     * slice moves, keeps no other waiting.
     */
    void settle() {
        List<String> buckets = databases.directory().sliced();
        for (int from = 0; from < buckets.size(); from += PAGE) {
            for (String bucket : unsettled(buckets.subList(from, Math.min(from + PAGE, buckets.size())))) {
                try {
                    settle(bucket);
                } catch (ChameleonError e) {
                    LOG.debug("the slices of bucket {} are made alike later: {}", bucket, e.toString());
                }
            }
        }
    }

    private List<String> unsettled(List<String> buckets) {
        Map<String, Long> copies = newest(buckets.stream()
                .flatMap(bucket -> Slices.names(bucket).stream())
                .toList());
        // After the slices: of a bucket that is being made, its own row comes first.
        Map<String, Long> rows = newest(buckets);
        return buckets.stream()
                .filter(bucket -> Slices.names(bucket).stream()
                        .anyMatch(slice -> !Objects.equals(copies.get(slice), rows.get(bucket))))
                .toList();
    }

    private void settle(String bucket) {
        List<String> slices = Slices.names(bucket);
        Map<String, Long> revisions = revisions(slices);
        // After the slices: of a bucket that is being made, its own row comes first.
        SliceRegistry.Row row = read(bucket);
        if (row == null) {
            settleWithout(bucket, revisions);
            return;
        }
        long newest =
                revisions.values().stream().mapToLong(Long::longValue).max().orElse(ABSENT);
        if (newest > row.revision()) {
            // The row was restored from a backup, or made anew by a clock that is behind: still it is what counts.
            databases.run(bucket, database -> database.slices().raise(bucket, newest));
        }
        if (slices.stream().anyMatch(slice -> revisions.getOrDefault(slice, ABSENT) != row.revision())) {
            alike(bucket);
        }
    }

    /**
     * The bucket was deleted. A commit has made it again if anything is in a slice, or its row is no copy. Or its row
     * was lost with a database: the newest copy tells what it was.
     */
    private void settleWithout(String bucket, Map<String, Long> revisions) {
        // A first database that was restored may guess where the row is.
        if (revisions.isEmpty() || !newest(List.of(bucket)).isEmpty()) {
            return;
        }
        List<String> newestFirst = revisions.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
        List<Boolean> inUse = inUse(newestFirst);
        boolean isUsed = inUse.contains(true) || revisions.containsValue(0L);
        SliceRegistry.Row row = isUsed ? read(newestFirst.getFirst()) : null;
        if (row == null) {
            drop(revisions);
        } else {
            databases.runToWrite(bucket, database -> database.slices().restore(bucket, row.after(row.revision())));
            alike(bucket);
        }
    }
}
