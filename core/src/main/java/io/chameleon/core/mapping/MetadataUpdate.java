package io.chameleon.core.mapping;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.Utf8;
import java.util.Map;

/**
 * Another description of the current version of an object; no byte of it moves.
 *
 * @param id of a user's object; chunks have no description of their own
 * @param contentType in place of the former
 * @param userMetadata in place of all former pairs
 * @param condition for the update to happen
 */
public record MetadataUpdate(ObjectId id, String contentType, Map<String, String> userMetadata, Condition condition) {
    public MetadataUpdate {
        Slices.requireBucketOrSlice(id.bucket());
        userMetadata = Map.copyOf(userMetadata);
        ObjectContent.requireUserMetadata(userMetadata);
        Require.that(
                Utf8.isStorable(contentType, ObjectContent.MAX_CONTENT_TYPE_BYTES),
                "content type",
                contentType,
                "at most " + ObjectContent.MAX_CONTENT_TYPE_BYTES + " bytes of UTF-8 without NUL");
    }

    /** The same, of an object under another name. */
    public MetadataUpdate of(ObjectId named) {
        return new MetadataUpdate(named, contentType, userMetadata, condition);
    }
}
