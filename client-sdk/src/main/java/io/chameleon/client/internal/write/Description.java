package io.chameleon.client.internal.write;

import io.chameleon.client.options.PutOptions;
import io.chameleon.core.mapping.ObjectContent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a write says of its object beyond the bytes: the options, and what the source adds at its end. */
final class Description {
    private final PutOptions options;
    private final SegmentSource source;
    private @Nullable Map<String, String> pairs;

    Description(PutOptions options, SegmentSource source) {
        this.options = options;
        this.source = source;
    }

    String contentType() {
        return options.contentType();
    }

    /** Only once the source has given its last byte; asks it the first time. */
    synchronized Map<String, String> userMetadata() {
        Map<String, String> known = pairs;
        if (known == null) {
            known = joined(options.userMetadata(), source.pairsAtEnd());
            pairs = known;
        }
        return known;
    }

    private static Map<String, String> joined(Map<String, String> first, Map<String, String> atEnd) {
        if (atEnd.isEmpty()) {
            return first;
        }
        Map<String, String> all = new HashMap<>(first);
        all.putAll(atEnd);
        ObjectContent.requireUserMetadata(all);
        return Map.copyOf(all);
    }
}
