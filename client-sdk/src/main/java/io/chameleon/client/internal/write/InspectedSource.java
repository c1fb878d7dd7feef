package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A source whose segments are shown to somebody before they go on. */
public final class InspectedSource extends ForwardingSource {
    private final Function<ByteBuffer, CompletionStage<Void>> inspector;

    public InspectedSource(SegmentSource source, Function<ByteBuffer, CompletionStage<Void>> inspector) {
        super(source);
        this.inspector = inspector;
    }

    @Override
    public CompletableFuture<@Nullable ByteBuffer> next() {
        return super.next()
                .thenCompose(segment -> segment == null ? CompletableFuture.completedFuture(null) : inspected(segment));
    }

    /** The inspector is the caller's code: what it throws is the caller's to see. */
    private CompletableFuture<@Nullable ByteBuffer> inspected(ByteBuffer segment) {
        CompletionStage<Void> seen;
        try {
            seen = Objects.requireNonNull(inspector.apply(segment.duplicate()), "inspector: gave null as its stage");
        } catch (RuntimeException thrown) {
            return CompletableFuture.failedFuture(Errors.ofCaller(thrown));
        }
        return seen.toCompletableFuture().handle((nothing, failure) -> {
            if (failure != null) {
                throw Errors.ofCaller(Errors.unwrap(failure));
            }
            return segment;
        });
    }
}
