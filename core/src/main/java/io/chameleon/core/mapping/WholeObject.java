package io.chameleon.core.mapping;

import io.chameleon.core.Require;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the chunks of a large object do not say about the whole. It is stored in the user metadata of the last chunk,
 * which no user sees, so it moves with that chunk. Size and checksum are those of all chunks together.
 */
public record WholeObject(String key, String contentType, Map<String, String> userMetadata) {
    /** Bytes of its pairs beyond those of a user: a key, a content type, and one more character for each pair. */
    static final int MOST_ADDED_BYTES = 4 << 10;

    private static final String KEY = "key";
    private static final String TYPE = "type";
    /** No other name begins with it. */
    private static final String USER = "+";

    public WholeObject {
        userMetadata = Map.copyOf(userMetadata);
    }

    /** As user metadata of the last chunk. */
    public Map<String, String> pairs() {
        Map<String, String> pairs = new HashMap<>();
        pairs.put(KEY, key);
        pairs.put(TYPE, contentType);
        userMetadata.forEach((name, value) -> pairs.put(USER + name, value));
        return pairs;
    }

    /** Empty if the chunk is not the last, or was written before last chunks recorded it. */
    public static Optional<WholeObject> of(ObjectContent chunk) {
        Map<String, String> pairs = chunk.userMetadata();
        String key = pairs.get(KEY);
        if (key == null) {
            return Optional.empty();
        }
        Map<String, String> users = new HashMap<>();
        pairs.forEach((name, value) -> {
            if (name.startsWith(USER)) {
                users.put(name.substring(USER.length()), value);
            }
        });
        String type = pairs.get(TYPE);
        Require.that(type != null, "pairs of a last chunk", pairs.keySet(), "a content type");
        return Optional.of(new WholeObject(key, type == null ? "" : type, users));
    }
}
