package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.Lane;
import io.chameleon.metadata.batch.Lanes;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.routing.BucketDirectory;
import io.chameleon.metadata.routing.DatabaseTables;
import io.chameleon.metadata.slice.SlicedCommits;
import io.chameleon.metadata.slice.WholeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Committers for each database: one that is slow or away keeps none of the others' busy. */
final class CommitLanes implements AutoCloseable {
    private static final int FINDERS = 2;

    private final List<DatabaseTables> databases;
    private final BucketDirectory directory;
    private final List<CommitBatcher> batchers = new ArrayList<>();
    /** Find the database of buckets that are met for the first time. */
    private final ExecutorService finders = Executors.newFixedThreadPool(
            FINDERS, Thread.ofPlatform().daemon().name("bucket-finder-", 0).factory());

    CommitLanes(List<DatabaseTables> databases, BucketDirectory directory) {
        this.databases = databases;
        this.directory = directory;
    }

    /** Called once. */
    Lane<Commit, CommitResult> open(MetadataConfig config, MetadataMetrics metrics) {
        databases.forEach(database -> batchers.add(new CommitBatcher(
                batch -> committed(database, batch),
                config.committers(),
                config.maxBatch(),
                config.maxQueuedCommits(),
                System::nanoTime,
                metrics)));
        return Lanes.of(
                batchers.stream().map(this::unlessMoving).toList(),
                commit -> commit.id().bucket(),
                directory,
                directory::assign,
                finders,
                new Lanes.Names<>(SlicedCommits::in, WholeNames::of));
    }

    private Lane<Commit, CommitResult> unlessMoving(CommitBatcher batcher) {
        return (commit, deadline) -> directory.isFrozen(commit.id().bucket())
                ? CompletableFuture.failedFuture(moving(commit.id().bucket()))
                : batcher.submit(commit, deadline);
    }

    /** Its database would refuse it too, and all that share its transaction. */
    private static ChameleonError moving(String bucket) {
        return new ChameleonError(
                ErrorCode.UNAVAILABLE,
                "bucket " + ObjectId.userBucket(bucket)
                        + " is moving to another database, and takes no writes meanwhile");
    }

    private List<CommitResult> committed(DatabaseTables database, List<Commit> batch) {
        List<CommitResult> results = database.mapping().commit(batch);
        batch.forEach(commit -> directory.requireCounts(commit.id().bucket(), database.number()));
        return results;
    }

    /** Returns when no commit waits for them any more. */
    void closeFinders() {
        finders.close();
    }

    /** Answers all commits that were accepted. */
    @Override
    public void close() {
        batchers.forEach(CommitBatcher::close);
    }
}
