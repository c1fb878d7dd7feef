package io.chameleon.testkit.table;

import static java.util.Objects.requireNonNull;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Versions that share the bytes of others. Not thread-safe. */
final class InMemoryCopies {
    private final InMemoryRows rows;
    private final InMemoryCommits commits;
    private final VersionHistory history;

    InMemoryCopies(InMemoryRows rows, InMemoryCommits commits, VersionHistory history) {
        this.rows = rows;
        this.commits = commits;
        this.history = history;
    }

    CommitResult copy(Copy copy, WriteId rowId, long now) {
        String bucket = copy.object().bucket();
        ObjectMapping before = rows.objects().get(copy.object());
        if (before != null && before.content().contentId().equals(copy.made())) {
            return new CommitResult(CommitResult.Status.COMMITTED, before);
        }
        ObjectMapping source = source(copy);
        boolean mayCommit = copy.condition().holds(before)
                && !isRepeated(copy)
                && !rows.outbox().knowsAny(copy.made(), source.live().servers());
        if (mayCommit && !isFreeList(bucket, copy.list())) {
            throw copy.listGone(copy.list());
        }
        boolean composed = source.content().isComposed();
        List<Extent> extents = composed
                ? requireNonNull(rows.components().list(bucket, source.content().contentId()))
                        .extents()
                : Copy.extents(source.content());
        if (composed && copy.sourceList() != null) {
            rows.components().abandon(Components.id(bucket, copy.sourceList()));
        } else if (!composed && mayCommit) {
            share(copy, source, rowId, now);
        }
        CommitResult result = commits.commit(copy.commit(source, extents), now);
        if (result.status() == CommitResult.Status.COMMITTED) {
            rows.components()
                    .refer(bucket, extents.stream().map(Extent::component).toList());
            compose(bucket, copy.made(), new ComponentRefs.Made(copy.list(), extents, copy.list()));
        } else if (result.status() != CommitResult.Status.SUPERSEDED) {
            rows.components().abandon(Components.id(bucket, copy.list()));
        }
        return result;
    }

    private ObjectMapping source(Copy copy) {
        ObjectMapping current = rows.objects().get(copy.source());
        if (current != null && current.content().contentId().equals(copy.version())) {
            return current;
        }
        return rows.versions().of(copy.source()).stream()
                .filter(former -> !former.marker() && former.contentId().equals(copy.version()))
                .map(former -> history.row(copy.source(), former))
                .findFirst()
                .orElseThrow(copy::sourceGone);
    }

    private boolean isRepeated(Copy copy) {
        return rows.outbox().isSuperseded(copy.made())
                || rows.objects().containsKey(Components.id(copy.object().bucket(), copy.made()));
    }

    private void share(Copy copy, ObjectMapping source, WriteId rowId, long now) {
        String bucket = copy.object().bucket();
        ObjectId bytes = Components.id(bucket, Components.sharedBytes(copy.version()));
        if (rows.objects().containsKey(bytes)) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST, "another write has taken the name " + bytes + " of its bytes");
        }
        WriteId list = copy.sourceList();
        if (list == null || !isFreeList(bucket, list)) {
            throw copy.listGone(list);
        }
        history.share(source, rowId, now);
        compose(bucket, copy.version(), new ComponentRefs.Made(copy.version(), Copy.extents(source.content()), list));
        if (!MappingRules.tooOld(copy.version(), now, rows.grace())) {
            rows.outbox().remember(copy.version(), now, rows.grace());
        }
    }

    private void compose(String bucket, WriteId version, ComponentRefs.Made made) {
        rows.components().refer(bucket, List.of(requireNonNull(made.list())));
        rows.components().compose(bucket, version, made);
    }

    /** Whether a list can still make a version. */
    boolean isFreeList(String bucket, @Nullable WriteId list) {
        ObjectMapping row = list == null ? null : rows.objects().get(Components.id(bucket, list));
        return row != null
                && row.content().contentType().equals(Components.LIST_TYPE)
                && rows.components().isFree(row.id());
    }
}
