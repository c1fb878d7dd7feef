package io.chameleon.client.internal.transfer;

import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.internal.call.Workers;
import io.chameleon.client.internal.write.SegmentSource;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

/** The CRC-32C of what a source gives. Closes it. */
final class SourceChecksum {
    private final SegmentSource source;
    private final Workers workers;
    private final Scope scope;
    private final CRC32C crc = new CRC32C();

    SourceChecksum(SegmentSource source, Workers workers, Scope scope) {
        this.source = source;
        this.workers = workers;
        this.scope = scope;
    }

    CompletableFuture<Integer> compute() {
        return rest().whenComplete((sum, failure) -> source.close());
    }

    private CompletableFuture<Integer> rest() {
        return scope.call(source::next)
                .thenCompose(segment -> workers.compose(() -> {
                    if (segment == null) {
                        return CompletableFuture.completedFuture((int) crc.getValue());
                    }
                    crc.update(segment.duplicate());
                    source.recycle(segment);
                    return rest();
                }));
    }
}
