package io.chameleon.metadata.routing;

/**
 * In which database each bucket is. An answer that was given once stays right: it may be remembered. Bucket names may
 * be those of chunks or components, which are where their bucket is. Safe from any thread.
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
}
