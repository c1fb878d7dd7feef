package io.chameleon.metadata.rebuild;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Picks the newest version of each object. Versions arrive newest first, and the best of several copies of one content
 * first. An unreadable version blocks older ones, since it may have been acknowledged; an unfinished one does not.
 */
final class Winners implements Consumer<RebuiltVersion> {
    private final Consumer<RebuiltVersion> place;
    private final RebuildReport report;
    private final Map<WriteId, String> problems;
    private @Nullable ObjectId decided;
    private @Nullable WriteId unfinished;

    /** @param problems of unreadable versions, by content id, where it is not that fragments are missing */
    Winners(Consumer<RebuiltVersion> place, RebuildReport report, Map<WriteId, String> problems) {
        this.place = place;
        this.report = report;
        this.problems = Map.copyOf(problems);
    }

    @Override
    public void accept(RebuiltVersion version) {
        ObjectId id = version.row().id();
        if (id.equals(decided)) {
            report.countOlder();
            return;
        }
        switch (version.state()) {
            case READABLE -> {
                decided = id;
                place.accept(version);
            }
            case UNREADABLE -> {
                decided = id;
                WriteId content = version.row().content().contentId();
                report.unplaced(new RebuildReport.Unplaced(
                        id,
                        content,
                        problems.getOrDefault(content, "too few fragments of its newest version are here")));
            }
            case UNFINISHED -> {
                // Copies of it count once.
                WriteId content = version.row().content().contentId();
                if (!content.equals(unfinished)) {
                    unfinished = content;
                    report.countUnfinished();
                }
            }
        }
    }
}
