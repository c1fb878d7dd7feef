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
import io.chameleon.core.upload.NewPart;
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
        ObjectMapping source = source(copy.source(), copy.version());
        if (source == null) {
            throw copy.sourceGone();
        }
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
            if (!share(copy.source(), source, copy.sourceList(), rowId, now)) {
                throw copy.listGone(copy.sourceList());
            }
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

    private @Nullable ObjectMapping source(ObjectId object, WriteId version) {
        ObjectMapping current = rows.objects().get(object);
        if (current != null && current.content().contentId().equals(version)) {
            return current;
        }
        return rows.versions().of(object).stream()
                .filter(former -> !former.marker() && former.contentId().equals(version))
                .map(former -> history.row(object, former))
                .findFirst()
                .orElse(null);
    }

    /** For a part of an upload. If the version is gone, or is composed of others, its bytes are no component then. */
    void share(NewPart.Source of, WriteId rowId, long now) {
        ObjectMapping version = source(of.object(), of.version());
        if (version == null || version.content().isComposed()) {
            rows.components().abandon(Components.id(of.object().bucket(), of.list()));
        } else {
            boolean unused = share(of.object(), version, of.list(), rowId, now);
        }
    }

    private boolean isRepeated(Copy copy) {
        return rows.outbox().isSuperseded(copy.made())
                || rows.objects().containsKey(Components.id(copy.object().bucket(), copy.made()));
    }

    private boolean share(ObjectId object, ObjectMapping version, @Nullable WriteId list, WriteId rowId, long now) {
        String bucket = object.bucket();
        WriteId contentId = version.content().contentId();
        ObjectId bytes = Components.id(bucket, Components.sharedBytes(contentId));
        if (rows.objects().containsKey(bytes)) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST, "another write has taken the name " + bytes + " of its bytes");
        }
        if (list == null || !isFreeList(bucket, list)) {
            return false;
        }
        history.share(version, rowId, now);
        compose(bucket, contentId, new ComponentRefs.Made(contentId, Copy.extents(version.content()), list));
        if (!MappingRules.tooOld(contentId, now, rows.grace())) {
            rows.outbox().remember(contentId, now, rows.grace());
        }
        return true;
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
