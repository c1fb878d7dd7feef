package io.chameleon.metadata.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.core.version.VersionTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.MappingReader;
import io.chameleon.metadata.version.FoundVersion;
import io.chameleon.metadata.version.VersionListing;
import io.chameleon.metadata.version.VersionRow;
import io.chameleon.metadata.version.VersionRows;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Versions of objects on PostgreSQL. Errors as in {@link PostgresMappingTable}. */
public final class PostgresVersionTable implements VersionTable {
    private final Database database;
    private final Transactions transactions;
    private final InstantSource clock;
    private final WriteIds markerIds;

    public PostgresVersionTable(Database database, InstantSource clock) {
        this.database = database;
        this.transactions = database.transactions();
        this.clock = clock;
        this.markerIds = new WriteIds(clock, new SecureRandom());
    }

    @Override
    public @Nullable ObjectVersion find(ObjectId object, @Nullable VersionId version) {
        return transactions
                .query(connection -> Optional.ofNullable(
                        FoundVersion.find(connection, new MappingReader(database.codes()), object, version)))
                .orElse(null);
    }

    @Override
    public VersionPage list(VersionQuery query) {
        return transactions.query(
                connection -> VersionListing.page(connection, new MappingReader(database.codes()), query));
    }

    @Override
    public Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition) {
        WriteId marker = markerIds.next();
        return transactions.run(session -> {
            DeleteTransaction delete = new DeleteTransaction(session, clock.millis(), marker);
            return version == null ? delete.object(object, condition) : delete.version(object, version, condition);
        });
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update, VersionId version) {
        return transactions.run(session -> {
            VersionRow former =
                    session.doReturningWork(connection -> VersionRows.find(connection, update.id(), version));
            ObjectId id = former == null || former.marker() ? update.id() : former.component();
            WorkingSet rows = WorkingSet.lock(session, List.of(id));
            ObjectMapping before = rows.row(id);
            if (before == null || !VersionId.of(before).equals(version)) {
                if (former != null && !former.marker()) {
                    throw new Transactions.ConflictException(
                            "version " + version + " of " + update.id() + " has moved");
                }
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
}
