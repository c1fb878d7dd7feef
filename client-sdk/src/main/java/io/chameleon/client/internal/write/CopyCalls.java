package io.chameleon.client.internal.write;

import io.chameleon.client.internal.Change;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.Copy;
import io.chameleon.core.upload.Extent;
import io.chameleon.core.upload.ExtentList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Copies that share the bytes of their source. All that is written is the list of the copy, and once that of a source
 * that has none yet: by them both come back if the database is lost.
 */
public final class CopyCalls {
    /** A copy, and the answer to the request for it. */
    public record Copied(Copy copy, ObjectMapping from, CommitResult result) {}

    private final ClientContext context;
    private final ListWriter lists;

    public CopyCalls(ClientContext context, ObjectWriter writer) {
        this.context = context;
        this.lists = new ListWriter(writer);
    }

    /**
     * Fails with OBJECT_NOT_FOUND if the source has no such version any more.
     *
     * @param from the source's version, under its object's name
     * @param composedOf its extents, if it is composed
     * @param options content type, metadata and condition of the copy
     */
    public CompletableFuture<Copied> copy(
            ObjectMapping from, List<Extent> composedOf, ObjectId to, PutOptions options, Scope scope) {
        ObjectContent content = from.content();
        boolean composed = content.isComposed();
        ExtentList ofCopy = new ExtentList(
                to,
                context.writeIds().next(to),
                content.crc32c(),
                options.contentType(),
                options.userMetadata(),
                composed ? composedOf : Copy.extents(content));
        RedundancyPolicy policy = from.live().policy();
        CompletableFuture<Optional<WriteId>> ofSource = composed
                ? CompletableFuture.completedFuture(Optional.empty())
                : lists.write(ExtentList.ofShared(from.id(), content), policy, scope)
                        .thenApply(Optional::of);
        // The copy's list takes the bytes from their object in a rebuild, so there is another that gives it back.
        return ofSource.thenCompose(sourceList -> lists.write(ofCopy, policy, scope)
                        .thenApply(list -> new Copy(
                                from.id(),
                                content.contentId(),
                                to,
                                options.contentType(),
                                options.userMetadata(),
                                options.condition(),
                                list,
                                sourceList.orElse(null))))
                .thenCompose(copy -> send(copy, from, scope));
    }

    private CompletableFuture<Copied> send(Copy copy, ObjectMapping from, Scope scope) {
        String what = "object " + copy.object() + ", a copy of " + copy.source();
        return Change.repeatable(context, what + ": the request")
                .send(
                        scope,
                        scope.limits().request(),
                        timeout -> context.metadata().uploads().copy(copy, timeout))
                .thenApply(result -> {
                    context.mappings().forget(copy.source());
                    context.mappings().remember(copy.object(), result.current());
                    CommitAnswers.requireAccepted(what, result);
                    return new Copied(copy, from, result);
                });
    }
}
