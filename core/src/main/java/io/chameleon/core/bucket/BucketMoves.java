package io.chameleon.core.bucket;

import io.chameleon.core.Require;
import java.util.List;

/**
 * The moves of buckets between the databases of the mapping table. A {@link io.chameleon.core.Slices slice} moves as a
 * bucket of its own, by its name. Calls block; errors as in {@link BucketTable}.
 */
public interface BucketMoves {
    /** Of a mapping table on one database. */
    BucketMoves ONE_DATABASE = new BucketMoves() {
        @Override
        public int databaseOf(String bucket) {
            return 0;
        }

        @Override
        public BucketMove begin(String bucket, int target) {
            Require.that(target == 0, "database", target, "0, the only one");
            return new BucketMove(0, bucket, 0, 0, BucketMove.Phase.DONE, 0, 0, 0, "");
        }

        @Override
        public BucketMove cancel(String bucket) {
            throw new IllegalArgumentException(
                    "bucket: '" + bucket + "' given, expected one whose rows are being copied to another database");
        }

        @Override
        public List<BucketMove> moves() {
            return List.of();
        }
    };

    /** The number of the database that a bucket is in; 0 if it was never used. */
    int databaseOf(String bucket);

    /**
     * Begins a move; the metadata processes carry it out. One that goes to where the bucket is, or is going, is that
     * one.
     *
     * @return the move; {@link BucketMove.Phase#DONE}, with id 0, if the bucket is there already
     * @throws IllegalArgumentException in one line if there is no such database, or another move is open
     */
    BucketMove begin(String bucket, int target);

    /**
     * Ends the open move of a bucket while its rows are still copied.
     *
     * @throws IllegalArgumentException in one line if there is none that can be cancelled
     */
    BucketMove cancel(String bucket);

    /** The last moves, the newest first. */
    List<BucketMove> moves();
}
