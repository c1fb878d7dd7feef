package io.chameleon.metadata.rebuild;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.metadata.table.RebuiltVersion;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Of the versions of each object, which come newest first and of copies of one content the best first, lets the newest win. A version that
 * cannot be read stands in the way of an older one, since it may have been acknowledged; one that was never finished does not.
 */
final class Winners implements Consumer<RebuiltVersion> {
    private final Consumer<RebuiltVersion> place;
    private final RebuildReport report;
    private @Nullable ObjectId decided;
    private @Nullable WriteId unfinished;

    Winners(Consumer<RebuiltVersion> place, RebuildReport report) {
        this.place = place;
        this.report = report;
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
                report.unplaced(new RebuildReport.Unplaced(
                        id, version.row().content().contentId(), "too few fragments of its newest version are here"));
            }
            case UNFINISHED -> {
                // Its copies count once.
                WriteId content = version.row().content().contentId();
                if (!content.equals(unfinished)) {
                    unfinished = content;
                    report.countUnfinished();
                }
            }
        }
    }
}
