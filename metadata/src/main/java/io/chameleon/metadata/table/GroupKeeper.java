package io.chameleon.metadata.table;

import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.group.GroupHeat;
import io.chameleon.core.mapping.group.HashRanges;
import io.chameleon.core.mapping.group.Redirects;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.epoch.GroupRows;
import io.chameleon.metadata.epoch.RedirectRows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process's part in the groups of objects. It collects what its commits add to their heat and writes the sums every
 * few seconds, so that no commit waits for a row that many others change. And it knows their redirects, a second late
 * at most, so that no lookup reads them.
 *
 * <p>Neither has to be exact. Heat is an estimate that halves each epoch: a process that dies takes some seconds of it
 * along, and what deletes, repairs and bulk copies change is left to decay. A redirect is advice where to write: a
 * writer that does not follow it, or follows one that has ended, commits just as well.
 */
public final class GroupKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupKeeper.class);
    private static final Duration REFRESH = Duration.ofSeconds(1);
    private static final Duration FLUSH = Duration.ofSeconds(10);

    private final Transactions transactions;
    private final GroupHeat added = new GroupHeat(HashRanges.OF_OBJECTS, RedundancyScheme.MIN_SHARD_BYTES);
    private long epoch;
    private long changes = -1;
    private volatile Redirects redirects = Redirects.none(HashRanges.OF_OBJECTS);
    private final ScheduledExecutorService clockwork = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("chameleon-groups").factory());

    /** A row before and after a commit. */
    record Change(@Nullable ObjectMapping before, ObjectMapping after) {}

    public GroupKeeper(Database database) {
        this.transactions = database.transactions();
    }

    public void start() {
        every(REFRESH, this::refresh);
        every(FLUSH, this::flush);
    }

    private void every(Duration pause, Runnable task) {
        var _ = clockwork.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.debug("groups are looked after later: {}", e.toString());
                    }
                },
                pause.toMillis(),
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Counts commits once their transaction has ended. */
    synchronized void committed(List<Change> rows, long inEpoch) {
        epoch = Math.max(epoch, inEpoch);
        rows.forEach(row -> added.changed(row.before(), row.after(), inEpoch));
    }

    /** Writes what has been counted since the last time. */
    public void flush() {
        List<GroupHeat.Of> sums;
        long at;
        synchronized (this) {
            at = epoch;
            sums = added.take(at);
        }
        if (!sums.isEmpty()) {
            transactions.run(session -> {
                session.doWork(connection -> GroupRows.add(connection, sums, at));
                return sums.size();
            });
        }
    }

    /** Reads the redirects anew if they have changed. */
    public void refresh() {
        long now = transactions.query(RedirectRows::changes);
        if (now != changes) {
            redirects = transactions.query(RedirectRows::redirects);
            changes = now;
        }
    }

    /** The row as its next writer should see it. */
    public ObjectMapping redirected(ObjectMapping row) {
        return redirects.applied(row);
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }
}
