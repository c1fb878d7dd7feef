package io.chameleon.metadata.rebuild;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.rebuild.table.RebuildTable;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import io.chameleon.metadata.version.VersionRow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Decides which of all versions found are entered, and as what: as current ones, former ones, components, chunks. */
final class Placer implements Histories.Placed {
    private final RebuildTable table;
    private final RebuildReport report;
    private final RebuildProgress progress;
    private final Map<WriteId, String> problems;
    private final Set<String> keeping;
    private final Batches<RebuiltVersion> entered;
    private final Batches<VersionRow> former;

    /**
     * @param problems of unreadable versions, by content id
     * @param keeping buckets that keep versions, by the names that rows have for them
     * @param enter receives the rows to enter, in batches
     */
    Placer(
            RebuildTable table,
            RebuildReport report,
            RebuildProgress progress,
            Map<WriteId, String> problems,
            Set<String> keeping,
            Consumer<List<RebuiltVersion>> enter) {
        this.table = table;
        this.report = report;
        this.progress = progress;
        this.problems = Map.copyOf(problems);
        this.keeping = Set.copyOf(keeping);
        this.entered = new Batches<>(versions -> {
            table.inOrder().noteWholes(versions);
            table.composed().note(versions);
            enter.accept(versions);
        });
        this.former = new Batches<>(table.histories()::add);
    }

    void run() {
        Winners newest = new Winners(this::only, report, problems);
        Histories histories = new Histories(this, report, problems);
        table.inOrder().newestFirst(version -> {
            boolean keeps = keeping.contains(version.row().id().bucket());
            (keeps ? histories : newest).accept(version);
        });
        entered.end();
        former.end();
        table.inOrder().placedChunks(new Winners(this::chunk, report, problems));
        entered.end();
    }

    /** The newest version of an object whose bucket keeps none, or a component. */
    private void only(RebuiltVersion version) {
        ObjectMapping row = version.row();
        if (Components.isComponent(row.id())) {
            report.placedComponent(row.content().size());
            enter(version);
        } else {
            object(version);
        }
    }

    @Override
    public void current(RebuiltVersion version) {
        if (version.former()) {
            report.doubtful(new RebuildReport.Doubtful(
                    version.row().id(), version.row().content().contentId()));
        }
        object(version.as(named(version.row())));
    }

    @Override
    public void former(RebuiltVersion version, long replacedMillis) {
        ObjectMapping row = named(version.row());
        WriteId content = row.content().contentId();
        report.placedFormer(row.content().size());
        former.accept(new VersionRow(row.id(), 0, content, false, true, content.epochMillis(), replacedMillis));
        enter(version.as(MappingRules.kept(row)));
    }

    @Override
    public void marker(ObjectId object, WriteId newest) {
        report.placedMarker();
        long written = newest.epochMillis();
        former.accept(new VersionRow(object, 0, newest, true, true, written, written));
    }

    /** Which version was called null, only the database knew: each is called by its content id. */
    private static ObjectMapping named(ObjectMapping row) {
        return row.with().versioned(true).build();
    }

    private void object(RebuiltVersion version) {
        report.placed(version.row().content());
        progress.at(RebuildProgress.Phase.OBJECTS, report.objects());
        enter(version);
    }

    private void chunk(RebuiltVersion chunk) {
        report.placedChunk();
        progress.at(RebuildProgress.Phase.CHUNKS, report.chunks());
        enter(chunk);
    }

    private void enter(RebuiltVersion version) {
        report.degraded(version.row().degraded());
        entered.accept(version);
    }
}
