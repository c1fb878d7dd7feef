package io.chameleon.balancer.lifecycle;

import io.chameleon.balancer.servers.Calls;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.lifecycle.LifecycleRules;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.transport.client.MetadataClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a run is in one bucket, a page at a step: its uploads first, then its versions. */
final class BucketWalk {
    private static final Logger LOG = LoggerFactory.getLogger(BucketWalk.class);

    private final String name;
    private final MetadataClient metadata;
    private final Duration timeout;
    private final LifecycleConfig config;
    private final Removals removals;
    private final int page;
    private final VersionWalk versions;
    private boolean uploadsDone;
    private UploadQuery uploads;

    /** @param page the most versions or uploads of a page */
    BucketWalk(
            String name,
            MetadataClient metadata,
            Duration timeout,
            LifecycleConfig config,
            Removals removals,
            int page) {
        this.name = name;
        this.metadata = metadata;
        this.timeout = timeout;
        this.config = config;
        this.removals = removals;
        this.page = page;
        this.versions = new VersionWalk(config.day());
        this.uploads = new UploadQuery(name, "", "", null, page);
    }

    /** Does one page; false if the bucket has no more. Its rules are read anew: they may have changed since. */
    boolean step(Instant now) {
        LifecycleRules rules;
        try {
            rules = LifecycleRules.of(
                    Calls.await(metadata.buckets().find(name, timeout)).settings());
        } catch (ChameleonError e) {
            if (e.code() == ErrorCode.BUCKET_NOT_FOUND) {
                return false;
            }
            throw e;
        } catch (IllegalArgumentException e) {
            LOG.warn("lifecycle rules of bucket {} are not carried out: {}", name, e.getMessage());
            return false;
        }
        if (!uploadsDone) {
            uploadsDone = !uploads(rules, now);
            return true;
        }
        String prefix = rules == null ? null : rules.commonPrefix();
        return rules != null && prefix != null && versions(rules, prefix, now);
    }

    private boolean uploads(@Nullable LifecycleRules rules, Instant now) {
        UploadPage found = Calls.await(metadata.uploads().list(uploads, timeout));
        int aborted = 0;
        for (Upload upload : found.uploads()) {
            if (isOld(upload, rules, now)
                    && Calls.await(metadata.uploads().abort(upload.object(), upload.id(), timeout))) {
                aborted++;
            }
            uploads = new UploadQuery(name, "", upload.object().key(), upload.id(), uploads.limit());
        }
        removals.note(name, Removed.UPLOAD, aborted);
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

    private boolean versions(LifecycleRules rules, String prefix, Instant now) {
        ListQuery keys = new ListQuery(name, prefix, "", versions.key(), page);
        VersionPage found = Calls.await(metadata.versions().list(new VersionQuery(keys, versions.after()), timeout));
        boolean last = found.nextKey().isEmpty();
        List<Removal> due = versions.judge(found.versions(), rules, now, last);
        versions.moved(found.versions(), removals.remove(name, due));
        return !last;
    }
}
