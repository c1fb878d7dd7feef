package io.chameleon.client.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.Scope;
import io.chameleon.core.ObjectId;
import io.chameleon.transport.Endpoint;
import io.chameleon.transport.client.Deletion;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the fragments of an object, or of a chunk, durable. No commit has been sent yet: nothing can refer to them. */
final class FragmentWriter {
    private static final Logger LOG = LoggerFactory.getLogger(FragmentWriter.class);

    /** Durable fragments, where they are, and what they hold. */
    record Stored(PlacedWrite placed, SegmentPump.Sent sent) {
        /** An empty object has no fragments, so none is missing. */
        List<Integer> missing() {
            return sent.bytes() == 0 ? List.of() : placed.missing();
        }
    }

    private final ClientContext context;

    FragmentWriter(ClientContext context) {
        this.context = context;
    }

    /** All segments up to the end of the source. Discards the fragments if it fails. */
    CompletableFuture<Stored> store(ObjectId id, PlacedWrite placed, SegmentSource source, Scope scope) {
        return new SegmentPump(source, new SegmentSender(context, placed, scope), context.executor())
                .run()
                .thenApply(sent -> new Stored(placed, sent))
                .whenComplete((stored, failure) -> {
                    if (failure != null) {
                        discard(id, placed, failure);
                    }
                });
    }

    /** Best effort: what stays behind is found by reconciliation once it is older than the grace period. */
    void discard(ObjectId id, PlacedWrite placed, Throwable failure) {
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
                        return new Deletion(0, false);
                    });
        });
    }
}
