package io.chameleon.client;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.PagePublisher;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.options.ListOptions;
import io.chameleon.core.Chunks;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Function;

/** Listings of objects, and of the chunks and the past of one. */
final class Listings {
    private final ClientContext context;
    private final Operations operations;
    private final Reads reads;

    Listings(ClientContext context, Operations operations, Reads reads) {
        this.context = context;
        this.operations = operations;
        this.reads = reads;
    }

    CompletableFuture<ListPage> page(String bucket, ListOptions options) {
        Arguments.require("options", options);
        return operations.run(Operation.LIST, bucket, scope -> {
            ObjectId.requireBucket(bucket);
            return rows(options.query(bucket), scope)
                    .thenApply(page -> new ListPage(
                            page.objects().stream().map(ObjectInfo::of).toList(),
                            page.commonPrefixes(),
                            page.continuation()));
        });
    }

    /** All pages, each by an operation of its own. */
    Flow.Publisher<ListPage> pages(String bucket, ListOptions options) {
        Arguments.require("bucket", bucket, "options", options);
        return new PagePublisher<>(() -> paged(bucket, options, List::of), context.workers()::deliver);
    }

    /** The objects of all pages. */
    Flow.Publisher<ObjectInfo> objects(String bucket, ListOptions options) {
        return new PagePublisher<>(() -> paged(bucket, options, ListPage::objects), context.workers()::deliver);
    }

    private <T> CompletableFuture<PagePublisher.Page<T>> paged(
            String bucket, ListOptions options, Function<ListPage, List<T>> items) {
        CompletableFuture<ListPage> asked = page(bucket, options);
        CompletableFuture<PagePublisher.Page<T>> page = asked.thenApply(given -> new PagePublisher.Page<>(
                items.apply(given),
                given.isLast() ? null : () -> paged(bucket, options.withAfter(given.continuation()), items)));
        var unused = page.whenComplete((given, failure) -> asked.cancel(false));
        return page;
    }

    CompletableFuture<List<ObjectInfo>> chunks(String bucket, String key) {
        Arguments.require("key", key);
        return operations.run(
                Operation.CHUNKS,
                bucket,
                scope -> reads.row(bucket, key, scope).thenCompose(row -> chunks(row, scope)));
    }

    /** In order; none if the object is not in pieces. */
    private CompletableFuture<List<ObjectInfo>> chunks(ObjectMapping row, Scope scope) {
        return row.content().isComposed()
                ? reads.objects()
                        .composition()
                        .components(row, scope)
                        .thenCompose(components -> pieces(components, 0, new ArrayList<>(), scope))
                : ofOne(row, scope);
    }

    /** Of components: the chunks of a large one, or itself. */
    private CompletableFuture<List<ObjectInfo>> pieces(
            List<ObjectMapping> components, int number, List<ObjectInfo> found, Scope scope) {
        if (number == components.size()) {
            return CompletableFuture.completedFuture(found);
        }
        ObjectMapping component = components.get(number);
        return ofOne(component, scope).thenCompose(chunks -> {
            if (chunks.isEmpty()) {
                found.add(ObjectInfo.of(component));
            }
            found.addAll(chunks);
            return pieces(components, number + 1, found, scope);
        });
    }

    private CompletableFuture<List<ObjectInfo>> ofOne(ObjectMapping row, Scope scope) {
        return row.content().isChunked()
                ? chunks(row, "", new ArrayList<>(), scope)
                : CompletableFuture.completedFuture(List.of());
    }

    private CompletableFuture<List<ObjectInfo>> chunks(
            ObjectMapping row, String after, List<ObjectInfo> found, Scope scope) {
        String chunks = Chunks.prefix(row.content().contentId());
        ListQuery query = new ListQuery(Chunks.bucket(row.id().bucket()), chunks, "", after, ListQuery.MAX_LIMIT);
        return rows(query, scope).thenCompose(page -> {
            page.objects().forEach(chunk -> found.add(ObjectInfo.of(chunk)));
            return page.continuation().isEmpty()
                    ? CompletableFuture.completedFuture(found)
                    : chunks(row, page.continuation(), found, scope);
        });
    }

    private CompletableFuture<ObjectPage> rows(ListQuery query, Scope scope) {
        return repeated(scope, timeout -> context.metadata().list(query, timeout));
    }

    CompletableFuture<List<EpochLogEntry>> history(String bucket, String key) {
        Arguments.require("key", key);
        return operations.run(
                Operation.HISTORY,
                bucket,
                scope -> repeated(scope, timeout -> context.metadata().history(ObjectId.ofUser(bucket, key), timeout)));
    }

    private <T> CompletableFuture<T> repeated(Scope scope, Function<Duration, CompletableFuture<T>> request) {
        return context.retry()
                .untilDeadline(scope, context.deadline(scope), scope.limits().request(), request);
    }
}
