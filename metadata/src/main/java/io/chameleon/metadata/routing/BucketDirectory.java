package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * In which database each bucket is. An answer stays right until the bucket moves: whoever goes by one asks afterwards
 * whether it {@link #counts}. Bucket names may be those of chunks or components, which are where their bucket is, and
 * those of slices, each of which has a database of its own. Safe from any thread.
 */
public interface BucketDirectory {
    /** With one database. */
    BucketDirectory ONLY_THE_FIRST = new BucketDirectory() {
        @Override
        public BucketPlace known(String bucket) {
            return BucketPlace.NONE;
        }

        @Override
        public BucketPlace find(String bucket) {
            return BucketPlace.NONE;
        }

        @Override
        public BucketPlace assign(String bucket) {
            return BucketPlace.NONE;
        }

        @Override
        public BucketPlace slice(String bucket) {
            throw Require.violation(
                    "setting " + Slices.SETTING,
                    Slices.COUNT,
                    "none: this cluster has one database (metadata.database.further-urls)");
        }

        @Override
        public List<String> sliced() {
            return List.of();
        }

        @Override
        public boolean counts(String bucket, int number) {
            return true;
        }

        @Override
        public boolean isFrozen(String bucket) {
            return false;
        }
    };

    /** The bucket's place if that is known without waiting; else null. */
    @Nullable
    BucketPlace known(String bucket);

    /**
     * The bucket's place; in the first database if it has none, where nothing of it is found. May wait for the first
     * database.
     */
    BucketPlace find(String bucket);

    /** As {@link #find}, but a bucket that has no database gets one. */
    BucketPlace assign(String bucket);

    /**
     * As {@link #assign}, and a bucket that has no database becomes a sliced one, for ever: its slices get databases in
     * turn.
     *
     * @return a place that is not sliced if the bucket had a database before
     */
    BucketPlace slice(String bucket);

    /** The buckets that are sliced. May wait for the first database. */
    List<String> sliced();

    /**
     * Whether what a database has just answered about a bucket counts: not if the bucket has left it since the caller
     * learnt that it is there. May wait for that database.
     */
    boolean counts(String bucket, int number);

    /**
     * @throws ChameleonError {@code UNAVAILABLE} unless what the database has just answered {@link #counts}. The
     *     outcome is unknown, and a repeat asks the database that the bucket is in now
     */
    default void requireCounts(String bucket, int number) {
        if (!counts(bucket, number)) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "bucket " + ObjectId.userBucket(bucket) + " has just moved to another database: try again");
        }
    }

    /** Whether nothing of the bucket may be changed at present, as far as this process knows: it is moving. */
    boolean isFrozen(String bucket);
}
