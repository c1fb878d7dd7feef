package io.chameleon.metadata.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.WriteIds;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
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
import io.chameleon.metadata.upload.ComponentRows;
import io.chameleon.metadata.upload.ExtentLists;
import io.chameleon.metadata.upload.ListComponents;
import io.chameleon.metadata.upload.PartRows;
import io.chameleon.metadata.upload.UploadRows;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;
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
                Lookup found = lookup(session, wanted.object());
                ObjectMapping row = found.mapping();
                policy = row == null ? found.bucketPolicy() : row.destination().policy();
            }
            UploadRows.insert(session, wanted.begun(policy, clock.millis()));
            return open(session, wanted.object(), wanted.id(), UploadRows.Use.LOOKED_AT);
        });
    }

    @Override
    public UploadPart addPart(NewPart wanted) {
        long now = clock.millis();
        WriteId rowId = contentIds.next();
        return transactions.run(session -> {
            Upload upload = open(session, wanted.object(), wanted.upload(), UploadRows.Use.ADDED_TO);
            UploadPart before = PartRows.lock(session, upload, wanted.number());
            if (before != null && before.component().equals(wanted.component())) {
                return before;
            }
            String bucket = upload.object().bucket();
            NewPart.Source source = wanted.source();
            if (source != null) {
                share(session, source, new SharedBytes(session, now, grace, rowId));
            }
            ObjectMapping component = ComponentRows.addReference(session, bucket, wanted.component())
                    ? lookup(session, Components.id(bucket, wanted.component())).mapping()
                    : null;
            if (component == null) {
                throw gone(wanted);
            }
            ObjectContent content = component.content();
            UploadPart part = new UploadPart(
                    wanted.number(), wanted.component(), content.size(), content.crc32c(), now, wanted.metadata());
            if (before != null) {
                PartRows.delete(session, upload, wanted.number());
                ComponentRows.release(session, bucket, List.of(before.component()));
            }
            PartRows.insert(session, upload, part);
            return part;
        });
    }

    /** If the version is gone, or is composed of others, the component is not there afterwards. */
    private static void share(StatelessSession session, NewPart.Source of, SharedBytes shared) {
        WorkingSet rows = WorkingSet.lock(session, SharedBytes.names(of.object(), of.version()));
        ObjectMapping version = shared.find(of.object(), of.version(), rows);
        if (version == null || version.content().isComposed()) {
            ListComponents.abandon(session, of.object().bucket(), of.list());
        } else {
            boolean unused = shared.share(of.object(), version, of.list(), rows);
        }
    }

    private static ChameleonError gone(NewPart part) {
        return new ChameleonError(
                ErrorCode.WRITE_TOO_OLD,
                "object " + part.object() + ", part " + part.number() + ": component " + part.component()
                        + " is not there, or was cleared away");
    }

    /** The parts are read before the upload: if it is open then, they are parts of an open upload. */
    @Override
    public PartPage parts(ObjectId object, WriteId upload, int after, int limit) {
        return transactions.run(session -> {
            List<UploadPart> parts = PartRows.list(session, object, upload, after, limit + 1);
            Upload of = open(session, object, upload, UploadRows.Use.LOOKED_AT);
            boolean more = parts.size() > limit;
            return new PartPage(of, more ? parts.subList(0, limit) : parts, more);
        });
    }

    @Override
    public CommitResult complete(Completion completion) {
        long now = clock.millis();
        WriteId list = completion.list();
        WriteId contentId = list == null ? contentIds.next() : Components.versionOf(list);
        return transactions.run(session -> {
            ObjectId object = completion.object();
            Upload upload = UploadRows.find(session, object, completion.upload(), UploadRows.Use.ENDED);
            if (upload == null) {
                return repeated(session, completion);
            }
            Map<Integer, UploadPart> there =
                    all(session, upload).stream().collect(Collectors.toMap(UploadPart::number, Function.identity()));
            List<UploadPart> chosen = completion.chosen(there);
            ObjectContent content = completion.content(contentId, upload, chosen);
            ObjectMapping first = Objects.requireNonNull(
                    lookup(
                                    session,
                                    Components.id(
                                            object.bucket(), chosen.getFirst().component()))
                            .mapping(),
                    "component of a part");
            Commit commit = new Commit(object, content, first.live(), List.of(), completion.condition());
            CommitResult result = new CommitTransaction(session, now, grace)
                    .run(List.of(commit))
                    .getFirst();
            if (list != null) {
                refer(session, completion, list, result.status());
            }
            if (result.status() == CommitResult.Status.COMMITTED) {
                ExtentLists.Made made = new ExtentLists.Made(upload.id(), Completion.extents(chosen), list);
                ExtentLists.insert(session, object.bucket(), contentId, made);
                Set<UploadPart> dropped = new HashSet<>(there.values());
                chosen.forEach(dropped::remove);
                end(session, upload, dropped);
            }
            return result;
        });
    }

    @Override
    public CommitResult copy(Copy copy) {
        long now = clock.millis();
        WriteId rowId = contentIds.next();
        return transactions.run(session -> new CopyTransaction(session, now, grace, rowId).run(copy));
    }

    /** A list makes one version, so a version that is there already is not this upload's. */
    private static void refer(
            StatelessSession session, Completion completion, WriteId list, CommitResult.Status status) {
        String bucket = completion.object().bucket();
        if (status == CommitResult.Status.SUPERSEDED
                || status == CommitResult.Status.COMMITTED && !ListComponents.take(session, bucket, list)) {
            throw completion.listGone();
        }
        if (status != CommitResult.Status.COMMITTED) {
            ListComponents.abandon(session, bucket, list);
        }
    }

    /** The first try may have made the version: then the object still is that one, or that is not known any more. */
    private static CommitResult repeated(StatelessSession session, Completion completion) {
        ObjectMapping row = lookup(session, completion.object()).mapping();
        ExtentLists.Made made = row == null || !row.content().isComposed()
                ? null
                : session.doReturningWork(connection -> ExtentLists.find(
                        connection, row.id().bucket(), row.content().contentId()));
        completion.requireSame(made == null || !made.upload().equals(completion.upload()) ? null : made.extents());
        return new CommitResult(CommitResult.Status.COMMITTED, row);
    }

    @Override
    public boolean abort(ObjectId object, WriteId id) {
        return transactions.run(session -> {
            Upload upload = UploadRows.find(session, object, id, UploadRows.Use.ENDED);
            if (upload == null) {
                return false;
            }
            end(session, upload, Set.copyOf(all(session, upload)));
            return true;
        });
    }

    private static List<UploadPart> all(StatelessSession session, Upload upload) {
        return PartRows.list(session, upload.object(), upload.id(), 0, UploadPart.MAX_NUMBER);
    }

    /** @param dropped parts that nothing refers to any more */
    private static void end(StatelessSession session, Upload upload, Set<UploadPart> dropped) {
        PartRows.delete(session, upload);
        UploadRows.delete(session, upload);
        ComponentRows.release(
                session,
                upload.object().bucket(),
                dropped.stream().map(UploadPart::component).toList());
    }

    private static Upload open(StatelessSession session, ObjectId object, WriteId id, UploadRows.Use use) {
        Upload upload = UploadRows.find(session, object, id, use);
        if (upload == null) {
            throw Completion.notFound(id, object);
        }
        return upload;
    }

    private static Lookup lookup(StatelessSession session, ObjectId id) {
        return session.doReturningWork(connection -> MappingStatements.lookup(connection, id));
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
