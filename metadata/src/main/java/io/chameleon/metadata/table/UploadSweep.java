package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.epoch.FencedTransactions;
import io.chameleon.metadata.statement.ChunkRows;
import io.chameleon.metadata.statement.ChunkUploads;
import io.chameleon.metadata.upload.ComponentRows;
import java.time.Duration;
import java.util.List;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes chunks of writes that no client can end any more, and components to which nothing refers. */
final class UploadSweep {
    private static final Logger LOG = LoggerFactory.getLogger(UploadSweep.class);

    private final FencedTransactions transactions;
    private final long fence;
    private final long now;
    private final Duration age;

    /** @param age from which what was not touched since is abandoned */
    UploadSweep(FencedTransactions transactions, long fence, long nowMillis, Duration age) {
        this.transactions = transactions;
        this.fence = fence;
        this.now = nowMillis;
        this.age = age;
    }

    /** Sweeps at most {@code limit} uploads and components, and returns how many. */
    int run(int limit) {
        List<ChunkUpload> abandoned = transactions.run(
                fence, session -> ChunkUploads.lastTouchedBefore(session, now - age.toMillis(), limit));
        int swept = 0;
        @Nullable RuntimeException failure = null;
        for (ChunkUpload upload : abandoned) {
            try {
                swept += sweep(upload.key());
            } catch (RuntimeException e) {
                // The others can still be swept.
                LOG.warn("{} is not swept yet: {}", upload.key(), e.toString());
                failure = e;
            }
        }
        if (swept == 0 && failure != null) {
            throw failure;
        }
        return swept < limit ? swept + components(limit - swept) : swept;
    }

    /** One transaction: those that were released at once, others when no client can add them to an upload any more. */
    private int components(int limit) {
        return transactions.run(fence, session -> {
            List<ObjectId> taken = ComponentRows.takeUnreferenced(session, now - age.toMillis(), limit);
            WorkingSet rows = WorkingSet.lock(session, taken);
            DroppedPieces dropped = new DroppedPieces(session, now);
            for (ObjectId component : taken) {
                ObjectMapping row = rows.row(component);
                if (row != null) {
                    rows.remove(component);
                    rows.queueDead(row, MappingRules.garbageOf(row), now);
                    dropped.add(row);
                }
            }
            rows.flush();
            dropped.flush();
            return taken.size();
        });
    }

    /** Page by page, so that no transaction is too long, however many chunks there are. */
    private int sweep(ChunkUpload.Key key) {
        int pages = 0;
        int last;
        do {
            last = transactions.run(fence, session -> page(session, key));
            pages += last;
        } while (last > 0);
        return Math.min(pages, 1);
    }

    /** One page; returns 0 if it was already gone, or if its client continued it. */
    private int page(StatelessSession session, ChunkUpload.Key key) {
        ChunkUploads locked = ChunkUploads.lock(session, List.of(key));
        ChunkUpload upload = locked.get(key);
        if (upload == null || !upload.isAbandoned(now, age)) {
            return 0;
        }
        if (ChunkRows.deletePage(session, key, now, ChunkRows.PAGE)) {
            locked.remove(key);
            locked.flush();
        }
        return 1;
    }
}
