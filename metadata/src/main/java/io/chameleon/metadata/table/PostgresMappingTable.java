package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.ChunkUpload;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.Damage;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.BucketRows;
import io.chameleon.metadata.statement.ChunkRows;
import io.chameleon.metadata.statement.ChunkUploads;
import io.chameleon.metadata.statement.EpochLogRows;
import io.chameleon.metadata.statement.ListingQuery;
import io.chameleon.metadata.statement.MappingStatements;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * The mapping table on PostgreSQL. Nothing is kept in memory between calls: any number of processes may serve one
 * database, and each may die at any instant.
 *
 * <p>Cost: lookup one statement and one round trip; a batch of commits four or five round trips and one sync of the
 * database's log, however many commits; for a listing page see {@link ListingQuery}.
 *
 * <p>Errors: {@code UNAVAILABLE} if the database is unreachable or ended the transaction, whose outcome is then
 * unknown: all calls may be repeated. {@code OVERLOADED} after too many successive conflicts with other transactions.
 */
public final class PostgresMappingTable implements MappingTable {
    private final Database database;
    private final Transactions transactions;
    private final InstantSource clock;
    private final Duration grace;
    /** Of delete markers, in buckets that keep versions. */
    private final WriteIds markerIds;

    private final GroupKeeper groups;

    /** Counts commits for groups, but writes the sums nowhere. */
    public PostgresMappingTable(Database database, InstantSource clock, Duration grace) {
        this(database, clock, grace, new GroupKeeper(database));
    }

    /**
     * @param clock tells the age of writes and of garbage
     * @param grace the age from which an uncommitted write is refused
     * @param groups is told of all commits
     */
    public PostgresMappingTable(Database database, InstantSource clock, Duration grace, GroupKeeper groups) {
        this.database = database;
        this.transactions = database.transactions();
        this.clock = clock;
        this.grace = grace;
        this.groups = groups;
        this.markerIds = new WriteIds(clock, new SecureRandom());
    }

    private record Committed(List<CommitResult> results, CommitTransaction transaction) {}

    @Override
    public Lookup lookup(ObjectId id) {
        return transactions.query(connection -> MappingStatements.lookup(connection, database.codes(), id));
    }

    @Override
    public List<Lookup> lookup(List<ObjectId> ids) {
        // The statement for one is cheaper to plan and to bind.
        return ids.size() == 1
                ? List.of(lookup(ids.get(0)))
                : transactions.query(connection -> MappingStatements.lookup(connection, database.codes(), ids));
    }

    @Override
    public List<CommitResult> commit(List<Commit> commits) {
        if (commits.isEmpty()) {
            return List.of();
        }
        Committed committed = transactions.run(session -> {
            CommitTransaction transaction = new CommitTransaction(session, clock.millis(), grace);
            return new Committed(transaction.run(commits), transaction);
        });
        committed.transaction.tell(groups);
        return committed.results;
    }

    @Override
    public DeleteResult delete(ObjectId id, Condition condition) {
        WriteId marker = markerIds.next();
        return transactions.run(session -> new DeleteTransaction(session, clock.millis(), marker)
                .object(id, condition)
                .result());
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update) {
        return transactions.run(session -> {
            WorkingSet rows = WorkingSet.lock(session, List.of(update.id()));
            ObjectMapping before = rows.row(update.id());
            if (before == null) {
                return new UpdateResult(UpdateResult.Status.NOT_FOUND, null);
            }
            if (!update.condition().holds(before)) {
                return new UpdateResult(UpdateResult.Status.PRECONDITION_FAILED, before);
            }
            ObjectMapping after = MappingRules.updated(before, update, clock.millis());
            rows.put(after);
            rows.flush();
            return new UpdateResult(UpdateResult.Status.UPDATED, after);
        });
    }

    @Override
    public boolean discard(ChunkUpload.Key upload) {
        return transactions.run(session -> {
            ChunkUploads locked = ChunkUploads.lock(session, List.of(upload));
            if (locked.get(upload) == null) {
                return false;
            }
            locked.remove(upload);
            locked.flush();
            ChunkRows.delete(session, upload, clock.millis());
            return true;
        });
    }

    @Override
    public ObjectPage list(ListQuery query) {
        return transactions.run(session -> new ListingQuery(session, query).page());
    }

    @Override
    public List<EpochLogEntry> history(ObjectId id) {
        return transactions.run(session -> EpochLogRows.of(session, id));
    }

    @Override
    public void setBucketPolicy(String bucket, RedundancyPolicy policy) {
        ObjectId.requireBucket(bucket);
        transactions.run(session -> BucketRows.setPolicy(session, bucket, policy, clock.millis()));
    }

    @Override
    public void reportDamage(Damage damage) {
        transactions.run(session -> {
            WorkingSet rows = WorkingSet.lock(session, List.of(damage.id()));
            boolean changed = rows.degrade(damage, clock.millis());
            rows.flush();
            return changed;
        });
    }
}
