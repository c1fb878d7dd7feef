package io.chameleon.metadata.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.NewUpload;
import io.chameleon.core.upload.PartPage;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.upload.UploadTable;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.Transactions;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.upload.ExtentLists;
import io.chameleon.metadata.upload.PartRows;
import io.chameleon.metadata.upload.UploadRows;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Multipart uploads on PostgreSQL. Errors as in {@link PostgresMappingTable}.
 *
 * <p>Locks, in this order: the upload, one of its parts, the object's key, its row, components. A completion or an
 * abort has the upload for itself, and waits for parts that are being added; after it no part can be added.
 *
 * <p>Cost: a completion a fixed number of statements, however many parts; it reads all of them.
 */
public final class PostgresUploadTable implements UploadTable {
    private final Transactions transactions;
    private final InstantSource clock;
    private final Duration grace;
    /**
     * Of composed versions without a list, and of rows whose bytes became a component. A client that chose them could
     * choose the write of another object, whose fragments would go with this version; so that of a version with a list
     * is a digest of the list's.
     */
    private final WriteIds contentIds;

    /**
     * @param clock tells the age of writes
     * @param grace as of {@link PostgresMappingTable}
     */
    public PostgresUploadTable(Database database, InstantSource clock, Duration grace) {
        this.transactions = database.transactions();
        this.clock = clock;
        this.grace = grace;
        this.contentIds = new WriteIds(clock, new SecureRandom());
    }

    @Override
    public Upload begin(NewUpload wanted) {
        return transactions.run(session -> {
            RedundancyPolicy policy = wanted.policy();
            if (policy == null) {
                Lookup found = MappingStatements.lookup(session, wanted.object());
                ObjectMapping row = found.mapping();
                policy = row == null ? found.bucketPolicy() : row.destination().policy();
            }
            UploadRows.insert(session, wanted.begun(policy, clock.millis()));
            return UploadRows.require(session, wanted.object(), wanted.id(), UploadRows.Use.LOOKED_AT);
        });
    }

    @Override
    public UploadPart addPart(NewPart wanted) {
        long now = clock.millis();
        WriteId rowId = contentIds.next();
        return transactions.run(session -> new PartTransaction(session, now, grace, rowId).run(wanted));
    }

    /** The parts are read before the upload: if it is open then, they are parts of an open upload. */
    @Override
    public PartPage parts(ObjectId object, WriteId upload, int after, int limit) {
        return transactions.run(session -> {
            List<UploadPart> parts = PartRows.list(session, object, upload, after, limit + 1);
            Upload of = UploadRows.require(session, object, upload, UploadRows.Use.LOOKED_AT);
            boolean more = parts.size() > limit;
            return new PartPage(of, more ? parts.subList(0, limit) : parts, more);
        });
    }

    @Override
    public CommitResult complete(Completion completion) {
        long now = clock.millis();
        WriteId list = completion.list();
        WriteId contentId = list == null ? contentIds.next(completion.object()) : Components.versionOf(list);
        return transactions.run(session -> new CompletionTransaction(session, now, grace, contentId).run(completion));
    }

    @Override
    public CommitResult copy(Copy copy) {
        long now = clock.millis();
        WriteId rowId = contentIds.next();
        return transactions.run(session -> new CopyTransaction(session, now, grace, rowId).run(copy));
    }

    @Override
    public boolean abort(ObjectId object, WriteId id) {
        return transactions.run(session -> {
            Upload upload = UploadRows.find(session, object, id, UploadRows.Use.ENDED);
            if (upload == null) {
                return false;
            }
            UploadRows.end(session, upload, Set.copyOf(PartRows.all(session, upload)));
            return true;
        });
    }

    @Override
    public UploadPage list(UploadQuery query) {
        return transactions.query(connection -> UploadRows.page(connection, query));
    }

    @Override
    public @Nullable List<Extent> extents(String bucket, WriteId contentId) {
        Optional<ExtentLists.Made> made =
                transactions.query(connection -> Optional.ofNullable(ExtentLists.find(connection, bucket, contentId)));
        return made.map(ExtentLists.Made::extents).orElse(null);
    }
}
