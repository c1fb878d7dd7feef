package io.chameleon.client.internal.write;

import io.chameleon.client.error.Errors;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** A source that has something to say about its bytes once they are read. */
public final class DescribedSource extends ForwardingSource {
    private final Supplier<Map<String, String>> pairs;

    public DescribedSource(SegmentSource source, Supplier<Map<String, String>> pairs) {
        super(source);
        this.pairs = pairs;
    }

    /** The supplier is the caller's code: what it throws is the caller's to see. */
    @Override
    public Map<String, String> pairsAtEnd() {
        try {
            return Map.copyOf(Objects.requireNonNull(pairs.get(), "supplier of user metadata: gave null"));
        } catch (RuntimeException thrown) {
            throw Errors.ofCaller(thrown);
        }
    }
}
