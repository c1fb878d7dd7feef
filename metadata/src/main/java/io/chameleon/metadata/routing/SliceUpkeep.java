package io.chameleon.metadata.routing;

/** What is done for sliced buckets now and then: rows of their slices are made alike, and quotas shared. */
public final class SliceUpkeep {
    private final SlicedBuckets buckets;
    private final SliceQuotas quotas;

    public SliceUpkeep(Databases databases) {
        this.buckets = new SlicedBuckets(databases);
        this.quotas = new SliceQuotas(databases);
    }

    /** Cost: one or two statements in each database, and as many for each sliced bucket. */
    public void run() {
        buckets.settle();
        quotas.share();
    }
}
