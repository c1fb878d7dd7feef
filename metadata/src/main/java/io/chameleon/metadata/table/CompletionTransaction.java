package io.chameleon.metadata.table;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Completion;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import io.chameleon.metadata.statement.MappingStatements;
import io.chameleon.metadata.upload.ExtentLists;
import io.chameleon.metadata.upload.ListComponents;
import io.chameleon.metadata.upload.PartRows;
import io.chameleon.metadata.upload.UploadRows;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** Makes a version of the parts of an upload, and ends the upload. */
final class CompletionTransaction {
    private final StatelessSession session;
    private final long now;
    private final Duration grace;
    private final WriteId contentId;

    /** @param contentId of the version */
    CompletionTransaction(StatelessSession session, long nowMillis, Duration grace, WriteId contentId) {
        this.session = session;
        this.now = nowMillis;
        this.grace = grace;
        this.contentId = contentId;
    }

    CommitResult run(Completion completion) {
        WriteId list = completion.list();
        ObjectId object = completion.object();
        Upload upload = UploadRows.find(session, object, completion.upload(), UploadRows.Use.ENDED);
        if (upload == null) {
            return repeated(completion);
        }
        Map<Integer, UploadPart> there = PartRows.all(session, upload).stream()
                .collect(Collectors.toMap(UploadPart::number, Function.identity()));
        List<UploadPart> chosen = completion.chosen(there);
        ObjectContent content = completion.content(contentId, upload, chosen);
        ObjectId component = Components.id(object.bucket(), chosen.getFirst().component());
        ObjectMapping first = Objects.requireNonNull(lookup(component), "component of a part");
        Commit commit = new Commit(object, content, first.live(), List.of(), completion.condition());
        CommitResult result =
                new CommitTransaction(session, now, grace).run(List.of(commit)).getFirst();
        if (list != null) {
            refer(completion, list, result.status());
        }
        if (result.status() == CommitResult.Status.COMMITTED) {
            ExtentLists.Made made = new ExtentLists.Made(upload.id(), Completion.extents(chosen), list);
            ExtentLists.insert(session, object.bucket(), contentId, made);
            Set<UploadPart> dropped = new HashSet<>(there.values());
            chosen.forEach(dropped::remove);
            UploadRows.end(session, upload, dropped);
        }
        return result;
    }

    /** A list makes one version, so a version that is there already is not this upload's. */
    private void refer(Completion completion, WriteId list, CommitResult.Status status) {
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
    private CommitResult repeated(Completion completion) {
        ObjectMapping row = lookup(completion.object());
        ExtentLists.Made made = row == null || !row.content().isComposed()
                ? null
                : session.doReturningWork(connection -> ExtentLists.find(
                        connection, row.id().bucket(), row.content().contentId()));
        completion.requireSame(made == null || !made.upload().equals(completion.upload()) ? null : made.extents());
        return new CommitResult(CommitResult.Status.COMMITTED, row);
    }

    private @Nullable ObjectMapping lookup(ObjectId id) {
        return MappingStatements.lookup(session, id).mapping();
    }
}
