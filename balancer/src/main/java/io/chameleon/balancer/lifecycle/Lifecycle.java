package io.chameleon.balancer.lifecycle;

import io.chameleon.balancer.servers.Calls;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.transport.client.MetadataClient;
import io.chameleon.transport.protocol.BucketPage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);
    /** Each row may have 8 KiB of user metadata. */
    private static final int PAGE = 200;
    /** Each bucket may have 64 KiB of settings. */
    private static final int BUCKETS = 50;
    /** Deletions at the same time. */
    private static final int AT_ONCE = 8;

    private final MetadataClient metadata;
    private final Duration timeout;
    private final LifecycleConfig config;
    private final InstantSource metadataClock;
    private final InstantSource clock;
    private final Map<Removed, LongAdder> removed = new EnumMap<>(Removed.class);
    private final int page;
    private final Deque<BucketInfo> buckets = new ArrayDeque<>();
    private String lastBucket = "";
    private boolean moreBuckets = true;
    private @Nullable BucketWalk walk;
    private @Nullable Instant began;
    private volatile Instant since;

    /** Where it is in one bucket: its uploads first, then its versions. */
    private static final class BucketWalk {
        final String name;
        final VersionWalk versions;
        boolean uploadsDone;
        UploadQuery uploads;

        BucketWalk(String name, Duration day, int page) {
            this.name = name;
            this.versions = new VersionWalk(day);
            this.uploads = new UploadQuery(name, "", "", null, page);
        }
    }

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
        for (Removed kind : Removed.values()) {
            removed.put(kind, new LongAdder());
        }
    }

    /** For how long no run has ended; from the beginning of its leadership if none ended in it. */
    public Duration age() {
        return Duration.between(since, clock.instant());
    }

    /** What this process has removed. */
    public long removed(Removed kind) {
        return Objects.requireNonNull(removed.get(kind)).sum();
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
            if (!continued(at, now)) {
                walk = null;
            }
            return true;
        }
        BucketInfo next = buckets.poll();
        if (next != null) {
            walk = new BucketWalk(next.name(), config.day(), page);
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

    /** Does one page; false if the bucket has no more. Its rules are read anew: they may have changed since. */
    private boolean continued(BucketWalk at, Instant now) {
        LifecycleRules rules;
        try {
            rules = LifecycleRules.of(
                    Calls.await(metadata.buckets().find(at.name, timeout)).settings());
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.BUCKET_NOT_FOUND) {
                return false;
            }
            throw e;
        } catch (IllegalArgumentException e) {
            LOG.warn("lifecycle rules of bucket {} are not carried out: {}", at.name, e.getMessage());
            return false;
        }
        if (!at.uploadsDone) {
            at.uploadsDone = !uploads(at, rules, now);
            return true;
        }
        String prefix = rules == null ? null : rules.commonPrefix();
        return rules != null && prefix != null && versions(at, rules, prefix, now);
    }

    private boolean uploads(BucketWalk at, @Nullable LifecycleRules rules, Instant now) {
        UploadPage found = Calls.await(metadata.uploads().list(at.uploads, timeout));
        int aborted = 0;
        for (Upload upload : found.uploads()) {
            if (isOld(upload, rules, now)
                    && Calls.await(metadata.uploads().abort(upload.object(), upload.id(), timeout))) {
                aborted++;
            }
            at.uploads = new UploadQuery(at.name, "", upload.object().key(), upload.id(), at.uploads.limit());
        }
        report(at.name, Removed.UPLOAD, aborted);
        return found.more() && !found.uploads().isEmpty();
    }

    private boolean isOld(Upload upload, @Nullable LifecycleRules rules, Instant now) {
        Instant started = Instant.ofEpochMilli(upload.startedMillis());
        LifecycleRules.Due due =
                rules == null ? null : rules.aborts(upload.object().key(), started, config.day());
        if (due != null) {
            return VersionWalk.isOver(due, now);
        }
        return !config.abandonedAfter().isZero()
                && !started.plus(config.abandonedAfter()).isAfter(now);
    }

    private boolean versions(BucketWalk at, LifecycleRules rules, String prefix, Instant now) {
        ListQuery keys = new ListQuery(at.name, prefix, "", at.versions.key(), page);
        VersionPage found = Calls.await(metadata.versions().list(new VersionQuery(keys, at.versions.after()), timeout));
        boolean last = found.nextKey().isEmpty();
        List<Removal> due = at.versions.judge(found.versions(), rules, now, last);
        at.versions.moved(found.versions(), remove(at.name, due));
        return !last;
    }

    /** Returns the versions that are gone. One that could not be deleted stays until the next run. */
    private Set<ObjectVersion> remove(String bucket, List<Removal> due) {
        Set<ObjectVersion> gone = new HashSet<>();
        int[] counts = new int[Removed.values().length];
        for (int from = 0; from < due.size(); from += AT_ONCE) {
            List<Removal> some = due.subList(from, Math.min(due.size(), from + AT_ONCE));
            List<CompletableFuture<Deletion>> answers = new ArrayList<>();
            for (Removal each : some) {
                answers.add(metadata.versions().delete(each.version().object(), each.id(), each.condition(), timeout));
            }
            for (int i = 0; i < answers.size(); i++) {
                Removal removal = some.get(i);
                DeleteResult result = result(removal, answers.get(i));
                if (result == DeleteResult.DELETED) {
                    counts[removal.kind().ordinal()]++;
                }
                if (result == DeleteResult.NOT_FOUND || result == DeleteResult.DELETED) {
                    gone.add(removal.version());
                }
            }
        }
        for (Removed kind : Removed.values()) {
            report(bucket, kind, counts[kind.ordinal()]);
        }
        return gone;
    }

    private static @Nullable DeleteResult result(Removal removal, CompletableFuture<Deletion> answer) {
        try {
            return Calls.await(answer).result();
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
            LOG.warn("{} stays until the next run: {}", removal.version().object(), e.toString());
            return null;
        }
    }

    private void report(String bucket, Removed kind, int count) {
        if (count > 0) {
            Objects.requireNonNull(removed.get(kind)).add(count);
            LOG.info("bucket {}: lifecycle removed {} of kind {}", bucket, count, kind.label());
        }
    }
}
