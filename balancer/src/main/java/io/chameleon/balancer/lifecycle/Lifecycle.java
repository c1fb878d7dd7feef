package io.chameleon.balancer.lifecycle;

import io.chameleon.balancer.servers.Calls;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.protocol.BucketPage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Walks the buckets that have rules or open uploads, and does what the rules say, one page at a {@link #step}. Where it
 * is, is in memory alone: a new leader starts over, and finds less to do. Two leaders at once do no harm either, since
 * each deletion names the version that was judged.
 *
 * <p>A run removes what was due when it began, by the metadata service's clock: the one by which versions and uploads
 * were stamped. So a wrong clock of this process removes nothing too early, and metadata whose clock is wrong tells no
 * time. Not thread-safe, but any thread may ask for {@link #age} and {@link #removed}.
 */
public final class Lifecycle {
    /** Each row may have 8 KiB of user metadata. */
    private static final int PAGE = 200;
    /** Each bucket may have 64 KiB of settings. */
    private static final int BUCKETS = 50;

    private final MetadataClient metadata;
    private final Duration timeout;
    private final LifecycleConfig config;
    private final InstantSource metadataClock;
    private final InstantSource clock;
    private final Removals removals;
    private final int page;
    private final Deque<BucketInfo> buckets = new ArrayDeque<>();
    private String lastBucket = "";
    private boolean moreBuckets = true;
    private @Nullable BucketWalk walk;
    private @Nullable Instant began;
    private volatile Instant since;

    /**
     * @param metadataClock asks metadata for its time, so it may fail; decides what is due
     * @param clock of this process, for {@link #age} alone
     * @param mostPerPage the most versions or uploads of a page, if it is not 1
     */
    public Lifecycle(
            MetadataClient metadata,
            Duration timeout,
            LifecycleConfig config,
            InstantSource metadataClock,
            InstantSource clock,
            int mostPerPage) {
        this.metadata = metadata;
        this.timeout = timeout;
        this.config = config;
        this.metadataClock = metadataClock;
        this.clock = clock;
        this.page = Math.clamp(mostPerPage, 2, PAGE);
        this.since = clock.instant();
        this.removals = new Removals(metadata, timeout);
    }

    /** For how long no run has ended; from the beginning of its leadership if none ended in it. */
    public Duration age() {
        return Duration.between(since, clock.instant());
    }

    /** What this process has removed. */
    public long removed(Removed kind) {
        return removals.count(kind);
    }

    /** While another process leads: the next run begins at the first bucket. */
    public void rest() {
        startOver();
        since = clock.instant();
    }

    private void startOver() {
        buckets.clear();
        lastBucket = "";
        moreBuckets = true;
        walk = null;
        began = null;
    }

    /**
     * Does the next page of work; true if the run has more. After a failure the next step goes on at the same page.
     */
    public boolean step() {
        Instant now = began;
        if (now == null) {
            now = metadataClock.instant();
            began = now;
        }
        BucketWalk at = walk;
        if (at != null) {
            if (!at.step(now)) {
                walk = null;
            }
            return true;
        }
        BucketInfo next = buckets.poll();
        if (next != null) {
            walk = new BucketWalk(next.name(), metadata, timeout, config, removals, page);
            return true;
        }
        if (moreBuckets) {
            BucketPage found = Calls.await(metadata.buckets().aging(lastBucket, BUCKETS, timeout));
            moreBuckets = found.more() && !found.buckets().isEmpty();
            for (BucketInfo bucket : found.buckets()) {
                lastBucket = bucket.name();
                if (concerns(bucket)) {
                    buckets.add(bucket);
                }
            }
            return true;
        }
        startOver();
        since = clock.instant();
        return false;
    }

    private boolean concerns(BucketInfo bucket) {
        return !config.abandonedAfter().isZero() || bucket.settings().containsKey(LifecycleRules.SETTING);
    }
}
