package io.chameleon.balancer.lifecycle;

import io.chameleon.balancer.servers.Calls;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.transport.client.MetadataClient;
import java.time.Duration;
import java.util.ArrayList;
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

/** Carries out what is due, and counts what was removed. Any thread may ask for counts. */
final class Removals {
    private static final Logger LOG = LoggerFactory.getLogger(Removals.class);
    /** Deletions at the same time. */
    private static final int AT_ONCE = 8;

    private final MetadataClient metadata;
    private final Duration timeout;
    private final Map<Removed, LongAdder> removed = new EnumMap<>(Removed.class);

    Removals(MetadataClient metadata, Duration timeout) {
        this.metadata = metadata;
        this.timeout = timeout;
        for (Removed kind : Removed.values()) {
            removed.put(kind, new LongAdder());
        }
    }

    long count(Removed kind) {
        return Objects.requireNonNull(removed.get(kind)).sum();
    }

    /** Returns the versions that are gone. One that could not be deleted stays until the next run. */
    Set<ObjectVersion> remove(String bucket, List<Removal> due) {
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
            note(bucket, kind, counts[kind.ordinal()]);
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

    /** What was removed otherwise. */
    void note(String bucket, Removed kind, int count) {
        if (count > 0) {
            Objects.requireNonNull(removed.get(kind)).add(count);
            LOG.info("bucket {}: lifecycle removed {} of kind {}", bucket, count, kind.label());
        }
    }
}
