package io.chameleon.core.lifecycle;

import java.util.Map;
import java.util.TreeMap;

/** The tags that an object's writer gave it: they ride in its user metadata, as a query string. */
public final class ObjectTags {
    /** Key of the user metadata. The gateway's clients cannot write it otherwise. */
    public static final String KEY = "s3:tags";

    private ObjectTags() {}

    /** None, if the pair is not there, or was written by somebody else and is no query string. */
    public static Map<String, String> of(Map<String, String> userMetadata) {
        String coded = userMetadata.getOrDefault(KEY, "");
        Map<String, String> tags = new TreeMap<>();
        try {
            for (String pair : coded.split("&")) {
                if (!pair.isEmpty()) {
                    int equals = pair.indexOf('=');
                    tags.put(
                            QueryText.decode(equals < 0 ? pair : pair.substring(0, equals)),
                            equals < 0 ? "" : QueryText.decode(pair.substring(equals + 1)));
                }
            }
        } catch (IllegalArgumentException e) {
            return Map.of();
        }
        return tags;
    }
}
