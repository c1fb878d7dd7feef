package io.chameleon.metadata.rebuild;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All versions of each object in buckets that keep them. Versions arrive as {@link Winners} takes them. The newest is
 * current, and the others are former ones. If the newest cannot be read, none of the others passes for it: a delete
 * marker takes its place.
 */
final class Histories implements Consumer<RebuiltVersion> {
    /** Receives what becomes of each version, for each object from the newest on. */
    interface Placed {
        void current(RebuiltVersion version);

        /** @param replacedMillis when the next newer version was written */
        void former(RebuiltVersion version, long replacedMillis);

        /** @param newest the version that cannot be read: the marker is as old, and has its name */
        void marker(ObjectId object, WriteId newest);
    }

    private final Placed placed;
    private final RebuildReport report;
    private final Map<WriteId, String> problems;
    private @Nullable ObjectId object;
    /** The version before the next one. */
    private @Nullable WriteId newer;

    private @Nullable WriteId unfinished;
    /** The newest version, if it cannot be read, and no marker stands for it yet. */
    private @Nullable WriteId hidden;

    /** @param problems of unreadable versions, by content id, where it is not that fragments are missing */
    Histories(Placed placed, RebuildReport report, Map<WriteId, String> problems) {
        this.placed = placed;
        this.report = report;
        this.problems = Map.copyOf(problems);
    }

    @Override
    public void accept(RebuiltVersion version) {
        ObjectId id = version.row().id();
        if (!id.equals(object)) {
            object = id;
            newer = null;
            hidden = null;
        }
        WriteId content = version.row().content().contentId();
        if (content.equals(newer)) {
            report.countOlder();
            return;
        }
        switch (version.state()) {
            case READABLE -> readable(version, content);
            case UNREADABLE -> unreadable(id, content);
            case UNFINISHED -> {
                if (!content.equals(unfinished)) {
                    unfinished = content;
                    report.countUnfinished();
                }
            }
        }
    }

    private void readable(RebuiltVersion version, WriteId content) {
        WriteId replacedBy = newer;
        if (hidden != null) {
            placed.marker(version.row().id(), hidden);
            hidden = null;
        }
        if (replacedBy == null) {
            placed.current(version);
        } else {
            placed.former(version, replacedBy.epochMillis());
        }
        newer = content;
    }

    private void unreadable(ObjectId id, WriteId content) {
        boolean isNewest = newer == null;
        report.unplaced(new RebuildReport.Unplaced(
                id,
                content,
                problems.getOrDefault(
                        content,
                        "too few fragments of " + (isNewest ? "its newest version" : "this former version")
                                + " are here")));
        if (isNewest) {
            hidden = content;
        }
        newer = content;
    }
}
