package io.chameleon.metadata.rebuild;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.format.UnreadFormatException;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.metadata.rebuild.table.RebuildTable;
import io.chameleon.metadata.rebuild.table.RebuiltLists;
import io.chameleon.metadata.rebuild.table.RebuiltVersion;
import io.chameleon.metadata.upload.ExtentLists;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes versions of composed objects from their lists. A list whose write was never acknowledged made no version. One
 * that cannot be read, or names what is not there, made a version that cannot be read either: its label still tells
 * whose. Lists are read many at once, a batch at a time.
 */
final class ComposedObjects {
    private static final int AT_ONCE = 32;

    private final RebuildTable table;
    private final RebuiltLists lists;
    private final ComponentReader reader;
    private final Asking asking;
    private final LongConsumer progress;
    private final Map<WriteId, String> problems = new HashMap<>();
    private @Nullable ObjectId last;
    private long read;

    /** @param progress receives the number of lists that have been read */
    ComposedObjects(RebuildTable table, ComponentReader reader, Asking asking, LongConsumer progress) {
        this.table = table;
        this.lists = table.composed();
        this.reader = reader;
        this.asking = asking;
        this.progress = progress;
    }

    /** What is wrong with versions that cannot be read, as far as there is room to remember. */
    Map<WriteId, String> gather() {
        try (ExecutorService readers =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            Batches<RebuiltVersion> batches = new Batches<>(batch -> add(batch, readers));
            table.inOrder().lists(list -> {
                // The best copy comes first.
                if (!list.row().id().equals(last) && list.state() != RebuiltVersion.State.UNFINISHED) {
                    batches.accept(list);
                }
                last = list.row().id();
            });
            batches.end();
        }
        lists.broken()
                .mark(RebuildReport.MOST_NAMED)
                .forEach((version, component) ->
                        note(version, "its part " + component + " is missing, or shorter than it was"));
        return Map.copyOf(problems);
    }

    private void add(List<RebuiltVersion> batch, ExecutorService readers) {
        List<CompletableFuture<byte @Nullable []>> asked = batch.stream()
                .map(list -> asking.<byte @Nullable []>ask(
                        "read " + list.row().id(), _ -> CompletableFuture.supplyAsync(() -> bytes(list), readers)))
                .toList();
        List<RebuiltLists.Listed> made = new ArrayList<>();
        List<RebuiltVersion> others = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            compose(batch.get(i), asking.await(asked.get(i)), made, others);
        }
        lists.add(made);
        table.addVersions(others);
        read += batch.size();
        progress.accept(read);
    }

    /** A list is one segment: a component of several is none. */
    private byte @Nullable [] bytes(RebuiltVersion list) {
        boolean mayBe = list.state() == RebuiltVersion.State.READABLE
                && list.row().content().segments() == 1;
        return mayBe ? reader.read(list.row()) : null;
    }

    private void compose(
            RebuiltVersion list, byte @Nullable [] bytes, List<RebuiltLists.Listed> made, List<RebuiltVersion> others) {
        if (bytes == null) {
            broken(list, "too few fragments of the list of its parts are here").ifPresent(others::add);
            return;
        }
        try {
            ExtentList says = ExtentList.parse(bytes);
            requireOwn(list, says.object());
            RowNames.object(bucket(list), says.object().key()).ifPresent(object -> {
                made.add(listed(list, object, says));
                says.extents().stream()
                        .filter(extent -> extent.length() == 0)
                        .forEach(extent -> others.add(empty(list, extent)));
            });
        } catch (UnreadFormatException | IllegalArgumentException e) {
            broken(list, String.valueOf(e.getMessage())).ifPresent(others::add);
        }
    }

    /** Whoever may write to one bucket may not name objects of another. */
    private static void requireOwn(RebuiltVersion list, ObjectId object) {
        boolean own = Slices.whole(object.bucket()).equals(Slices.whole(bucket(list)))
                && object.key().equals(ExtentList.key(list.row().content()));
        if (!own) {
            throw new IllegalArgumentException("the list of its parts is that of " + object);
        }
    }

    private static RebuiltLists.Listed listed(RebuiltVersion list, ObjectId object, ExtentList says) {
        ObjectContent content = says.content(says.version(id(list)));
        return new RebuiltLists.Listed(
                version(list, object, content, RebuiltVersion.State.READABLE),
                new ExtentLists.Made(says.upload(), says.extents(), id(list)));
    }

    /** An object of any content type can have become a component: then nothing says whose list it is. */
    private Optional<RebuiltVersion> broken(RebuiltVersion list, String problem) {
        return RowNames.object(bucket(list), ExtentList.key(list.row().content()))
                .map(object -> {
                    WriteId version = Components.versionOf(id(list));
                    note(version, problem);
                    ObjectContent unknown =
                            new ObjectContent(version, 0, ObjectContent.MAX_SEGMENT_BYTES, 0, 1, 0, "", Map.of());
                    return version(list, object, unknown, RebuiltVersion.State.UNREADABLE);
                });
    }

    private void note(WriteId version, String problem) {
        if (problems.size() < RebuildReport.MOST_NAMED) {
            problems.put(version, problem);
        }
    }

    private static String bucket(RebuiltVersion list) {
        return ObjectId.userBucket(list.row().id().bucket());
    }

    private static WriteId id(RebuiltVersion list) {
        return list.row().content().contentId();
    }

    /** Where its list is: its row needs servers, and has no fragments. */
    private static RebuiltVersion version(
            RebuiltVersion list, ObjectId object, ObjectContent content, RebuiltVersion.State state) {
        // Of a version whose bytes are shared the content id is theirs, and they are not this row's.
        WriteId rowId = Components.isComponent(object) ? content.contentId() : Components.versionOf(id(list));
        ObjectMapping row =
                MappingRules.rebuilt(object, rowId, content, list.row().destination(), false);
        return new RebuiltVersion(row, List.of(), state, list.principal());
    }

    /** An empty component has no fragments by which it could be found. */
    private static RebuiltVersion empty(RebuiltVersion list, Extent extent) {
        ObjectContent nothing =
                new ObjectContent(extent.component(), 0, ObjectContent.MAX_SEGMENT_BYTES, 0, "", Map.of());
        ObjectId component = Components.id(list.row().id().bucket(), extent.component());
        return version(list, component, nothing, RebuiltVersion.State.READABLE);
    }
}
