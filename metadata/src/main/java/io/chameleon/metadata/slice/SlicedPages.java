package io.chameleon.metadata.slice;

import io.chameleon.core.Slices;
import io.chameleon.core.Utf8;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPage;
import io.chameleon.core.upload.UploadQuery;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a sliced bucket: those of its slices, merged. A page is not of one instant: each slice is asked by itself.
 * Cost: one page of each slice, of twice its share of the items, and more only where the keys are unevenly spread.
 */
public final class SlicedPages {
    /** Of a page of few items, a slice may have all. */
    private static final int LEAST = 8;

    private record ObjectItem(String name, @Nullable ObjectMapping row) {}

    private record VersionItem(String name, @Nullable ObjectVersion version) {}

    private record VersionStart(String key, @Nullable VersionId version) {}

    private SlicedPages() {}

    private static int share(int limit) {
        return Math.min(limit, 2 * limit / Slices.COUNT + LEAST);
    }

    private static <T, C> SliceMerge.Taken<T> merged(
            String bucket, Function<String, SliceMerge.Pages<T, C>> pages, Comparator<T> order, int limit) {
        return new SliceMerge<>(Slices.names(bucket).stream().map(pages).toList(), order).take(limit);
    }

    /** Items and common prefixes of a page of one slice, in their order. */
    private static <T> List<T> inOrder(Stream<T> items, Stream<T> prefixes, Function<T, String> name) {
        return Stream.concat(items, prefixes)
                .sorted(Comparator.comparing(name, Utf8::compare))
                .toList();
    }

    /** @param slice answers the query, which names a slice */
    public static ObjectPage objects(ListQuery query, Function<ListQuery, ObjectPage> slice) {
        SliceMerge.Taken<ObjectItem> taken = merged(
                query.bucket(),
                name -> (@Nullable String after) -> {
                    ObjectPage page = slice.apply(new ListQuery(
                            name,
                            query.prefix(),
                            query.delimiter(),
                            after == null ? query.after() : after,
                            share(query.limit())));
                    return new SliceMerge.Page<>(
                            inOrder(
                                    page.objects().stream()
                                            .map(row -> new ObjectItem(row.id().key(), WholeNames.of(row))),
                                    page.commonPrefixes().stream().map(prefix -> new ObjectItem(prefix, null)),
                                    ObjectItem::name),
                            page.continuation().isEmpty() ? null : page.continuation());
                },
                Comparator.comparing(ObjectItem::name, Utf8::compare),
                query.limit());
        List<ObjectItem> items = taken.items();
        return new ObjectPage(
                items.stream().map(ObjectItem::row).filter(Objects::nonNull).toList(),
                items.stream()
                        .filter(item -> item.row() == null)
                        .map(ObjectItem::name)
                        .toList(),
                taken.more() ? items.getLast().name() : "");
    }

    /** As {@link #objects}, of versions. All of a key are in one slice. */
    public static VersionPage versions(VersionQuery query, Function<VersionQuery, VersionPage> slice) {
        ListQuery keys = query.keys();
        SliceMerge.Taken<VersionItem> taken = merged(
                keys.bucket(),
                name -> (@Nullable VersionStart next) -> {
                    VersionStart from = next == null ? new VersionStart(keys.after(), query.afterVersion()) : next;
                    ListQuery some =
                            new ListQuery(name, keys.prefix(), keys.delimiter(), from.key(), share(keys.limit()));
                    VersionPage page = slice.apply(new VersionQuery(some, from.version()));
                    return new SliceMerge.Page<>(
                            inOrder(
                                    page.versions().stream()
                                            .map(version -> new VersionItem(
                                                    version.object().key(), WholeNames.of(version))),
                                    page.commonPrefixes().stream().map(prefix -> new VersionItem(prefix, null)),
                                    VersionItem::name),
                            page.nextKey().isEmpty() ? null : new VersionStart(page.nextKey(), page.nextVersion()));
                },
                Comparator.comparing(VersionItem::name, Utf8::compare),
                keys.limit());
        List<VersionItem> items = taken.items();
        VersionItem last = taken.more() ? items.getLast() : null;
        return new VersionPage(
                items.stream()
                        .map(VersionItem::version)
                        .filter(Objects::nonNull)
                        .toList(),
                items.stream()
                        .filter(item -> item.version() == null)
                        .map(VersionItem::name)
                        .toList(),
                last == null ? "" : last.name(),
                last == null || last.version() == null ? null : last.version().id());
    }

    /** As {@link #objects}, of open uploads. */
    public static UploadPage uploads(UploadQuery query, Function<UploadQuery, UploadPage> slice) {
        SliceMerge.Taken<Upload> taken = merged(
                query.bucket(),
                name -> (@Nullable Upload after) -> {
                    UploadPage page = slice.apply(new UploadQuery(
                            name,
                            query.prefix(),
                            after == null ? query.afterKey() : after.object().key(),
                            after == null ? query.afterId() : after.id(),
                            share(query.limit())));
                    List<Upload> uploads =
                            page.uploads().stream().map(WholeNames::of).toList();
                    return new SliceMerge.Page<>(uploads, page.more() ? uploads.getLast() : null);
                },
                Comparator.comparing((Upload upload) -> upload.object().key(), Utf8::compare)
                        .thenComparing(Upload::id),
                query.limit());
        return new UploadPage(taken.items(), taken.more());
    }
}
