package io.chameleon.client.write;

import io.chameleon.client.PutOptions;
import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.transport.Endpoint;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes objects (design section 4, Write). */
public final class ObjectWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectWriter.class);

    /** A committed write and the row after it. */
    public record Written(Commit commit, CommitResult result) {}

    private final ClientContext context;
    private final PlacementPlanner planner;
    private final Committer committer;

    public ObjectWriter(ClientContext context) {
        this.context = context;
        planner = new PlacementPlanner(context);
        committer = new Committer(context);
    }

    /** Servers, then segments, then the commit. Closes the source. */
    public CompletableFuture<Written> write(ObjectId id, SegmentSource source, PutOptions options, Scope scope) {
        WriteId writeId = context.writeIds().next();
        return planner.plan(id, writeId, options, scope, context.deadline())
                .thenCompose(placed -> store(id, placed, source, options, scope))
                .thenCompose(commit -> committer.commit(commit, scope).thenApply(result -> new Written(commit, result)))
                .whenComplete((written, failure) -> source.close());
    }

    /** Makes the fragments durable. No commit has been sent yet: if this fails, nothing can refer to them. */
    private CompletableFuture<Commit> store(
            ObjectId id, PlacedWrite placed, SegmentSource source, PutOptions options, Scope scope) {
        return new SegmentPump(source, new SegmentSender(context, placed, scope), context.executor())
                .run()
                .thenApply(sent -> commit(id, placed, sent, source.segmentBytes(), options))
                .whenComplete((commit, failure) -> {
                    if (failure != null) {
                        discard(id, placed, failure);
                    }
                });
    }

    private static Commit commit(
            ObjectId id, PlacedWrite placed, SegmentPump.Sent sent, int segmentBytes, PutOptions options) {
        ObjectContent content = new ObjectContent(
                placed.writeId(),
                sent.bytes(),
                segmentBytes,
                sent.crc32c(),
                options.contentType(),
                options.userMetadata());
        // An empty object has no fragments, so none is missing.
        List<Integer> missing = sent.bytes() == 0 ? List.of() : placed.missing();
        return new Commit(id, content, placed.placement(), missing, options.condition());
    }

    /** Best effort: what stays behind is found by reconciliation once it is older than the grace period. */
    private void discard(ObjectId id, PlacedWrite placed, Throwable failure) {
        LOG.debug(
                "object {} write {}: failed before its commit, discarding its fragments",
                id,
                placed.writeId(),
                failure);
        placed.touched().forEach(server -> {
            var unused = context.flash()
                    .delete(
                            Endpoint.of(server),
                            List.of(placed.writeId()),
                            context.timeouts().request())
                    .exceptionally(again -> {
                        LOG.debug(
                                "write {} on server {}: {}",
                                placed.writeId(),
                                server.id(),
                                Errors.unwrap(again).getMessage());
                        return 0;
                    });
        });
    }
}
