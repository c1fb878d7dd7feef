package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.transport.client.Deletion;
import io.chameleon.transport.rpc.Endpoint;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The fragments of a write that failed before its commit. */
record Leftovers(ClientContext context) {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    /** Best effort: reconciliation finds what stays behind once it is older than the grace period. */
    void discard(Label label, PlacedWrite placed, Throwable failure) {
        LOG.debug(
                "object {} write {}: failed before its commit, discarding its fragments",
                label.id(),
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
