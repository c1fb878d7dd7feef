package io.chameleon.metadata.routing;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;

/**
 * In which database each bucket is. An answer stays right until the bucket moves: whoever goes by one asks afterwards
 * whether it {@link #counts}. Bucket names may be those of chunks or components, which are where their bucket is. Safe
 * from any thread.
 */
public interface BucketDirectory {
    /** With one database. */
    BucketDirectory ONLY_THE_FIRST = new BucketDirectory() {
        @Override
        public int known(String bucket) {
            return 0;
        }

        @Override
        public int find(String bucket) {
            return 0;
        }

        @Override
        public int assign(String bucket) {
            return 0;
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

    /** The bucket's database if that is known without waiting; else {@link #UNKNOWN}. */
    int known(String bucket);

    /** No database's number. */
    int UNKNOWN = -1;

    /**
     * The bucket's database; the first if it has none, where nothing of it is found. May wait for the first database.
     */
    int find(String bucket);

    /** As {@link #find}, but a bucket that has no database gets one. */
    int assign(String bucket);

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
