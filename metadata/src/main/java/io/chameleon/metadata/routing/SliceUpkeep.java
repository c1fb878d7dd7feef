package io.chameleon.metadata.routing;

/** What is done for sliced buckets now and then: rows of their slices are made alike, and quotas shared. */
public final class SliceUpkeep {
    private final SlicedBuckets buckets;
    private final SliceQuotas quotas;

    public SliceUpkeep(Databases databases) {
        this.buckets = new SlicedBuckets(databases);
        this.quotas = new SliceQuotas(databases);
    }

    /**
     * Cost: two statements in each database for a hundred sliced buckets, and one for all quotas. More for a bucket
     * only if its slices differ, or if it has a quota.
     */
    public void run() {
        buckets.settle();
        quotas.share();
    }
}
