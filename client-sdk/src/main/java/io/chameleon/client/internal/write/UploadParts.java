package io.chameleon.client.internal.write;

import io.chameleon.client.error.WriteExpiredException;
import io.chameleon.client.internal.Change;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.upload.ExtentList;
import io.chameleon.core.upload.NewPart;
import io.chameleon.core.upload.PartPage;
import io.chameleon.core.upload.Upload;
import io.chameleon.core.upload.UploadPart;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The parts of multipart uploads. A part is written as a component, like any object, and then added to its upload. A
 * client that dies in between leaves a component that nothing refers to, which is swept.
 */
public final class UploadParts {
    /** Which part is written, and how. */
    public record Part(ObjectId object, WriteId upload, RedundancyPolicy policy, int number) {}

    /** An upload with all its parts, by their numbers. */
    public record Whole(Upload upload, Map<Integer, UploadPart> parts) {}

    private final ClientContext context;
    private final ObjectWriter writer;
    private final ListWriter lists;

    public UploadParts(ClientContext context, ObjectWriter writer) {
        this.context = context;
        this.writer = writer;
        this.lists = new ListWriter(writer);
    }

    /** Closes the source. */
    public CompletableFuture<UploadPart> put(Part part, SegmentSource source, Scope scope) {
        return writer.component(part.object, part.policy, PutOptions.DEFAULT, source, scope)
                .thenCompose(written -> {
                    if (written.result().status() != CommitResult.Status.COMMITTED) {
                        throw new WriteExpiredException(
                                ErrorCode.WRITE_TOO_OLD,
                                "object " + part.object + ", part " + part.number
                                        + ": cleared away before it was added",
                                null);
                    }
                    ObjectContent content = written.commit().content();
                    return add(part, content.contentId(), content.userMetadata(), scope);
                });
    }

    /** Fails with WRITE_TOO_OLD if the component is not there any more. */
    public CompletableFuture<UploadPart> add(Part part, WriteId component, Map<String, String> metadata, Scope scope) {
        return add(new NewPart(part.object, part.upload, part.number, component, metadata), scope);
    }

    /**
     * Makes all bytes of a version, which is not composed, a part. What is written is the version's list. Fails with
     * WRITE_TOO_OLD if the version is gone, or the metadata process is of an earlier build.
     *
     * @param from the version's row, under its object's name
     */
    public CompletableFuture<UploadPart> shareWhole(
            Part part, ObjectMapping from, Map<String, String> metadata, Scope scope) {
        ObjectContent content = from.content();
        return lists.write(ExtentList.ofShared(from.id(), content), from.live().policy(), scope)
                .thenCompose(list -> add(
                        new NewPart(
                                part.object,
                                part.upload,
                                part.number,
                                Components.sharedBytes(content.contentId()),
                                metadata,
                                new NewPart.Source(from.id(), content.contentId(), list)),
                        scope))
                .thenApply(added -> {
                    // Its row has other fragments now: none.
                    context.mappings().forget(from.id());
                    return added;
                });
    }

    private CompletableFuture<UploadPart> add(NewPart added, Scope scope) {
        return Change.repeatable(
                        context,
                        "object " + added.object() + ", upload " + added.upload() + ": adding part " + added.number())
                .send(
                        scope,
                        scope.limits().request(),
                        timeout -> context.metadata().uploads().addPart(added, timeout));
    }

    public CompletableFuture<PartPage> page(ObjectId object, WriteId upload, int after, int limit, Scope scope) {
        return context.retry()
                .untilDeadline(
                        scope,
                        context.deadline(scope),
                        scope.limits().request(),
                        timeout -> context.metadata().uploads().parts(object, upload, after, limit, timeout));
    }

    /** An open upload with all its parts. */
    public CompletableFuture<Whole> whole(ObjectId object, WriteId upload, Scope scope) {
        return whole(object, upload, 0, new HashMap<>(), scope);
    }

    private CompletableFuture<Whole> whole(
            ObjectId object, WriteId upload, int after, Map<Integer, UploadPart> found, Scope scope) {
        return page(object, upload, after, PartPage.MAX_LIMIT, scope).thenCompose(page -> {
            List<UploadPart> parts = page.parts();
            parts.forEach(part -> found.put(part.number(), part));
            return page.more() && !parts.isEmpty()
                    ? whole(object, upload, parts.get(parts.size() - 1).number(), found, scope)
                    : CompletableFuture.completedFuture(new Whole(page.upload(), found));
        });
    }
}
