package io.chameleon.core.upload;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.Utf8;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for when it begins an upload.
 *
 * @param id made by the client, so that the request can be repeated
 * @param owner as in {@link Upload}
 * @param policy null for the object's own, or its bucket's
 */
public record NewUpload(
        ObjectId object,
        WriteId id,
        String owner,
        @Nullable RedundancyPolicy policy,
        String contentType,
        Map<String, String> userMetadata) {
    static final int MAX_OWNER_BYTES = 255;

    public NewUpload {
        Slices.requireBucketOrSlice(object.bucket());
        Require.that(
                Utf8.isStorable(owner, MAX_OWNER_BYTES),
                "owner of an upload",
                owner,
                "at most " + MAX_OWNER_BYTES + " bytes of UTF-8 without NUL");
        ObjectContent.requireUserMetadata(userMetadata);
        userMetadata = new ObjectContent(id, 0, 1, 0, contentType, userMetadata).userMetadata();
    }

    /** As it is once it has begun. */
    public Upload begun(RedundancyPolicy chosen, long nowMillis) {
        return new Upload(object, id, nowMillis, owner, chosen, contentType, userMetadata);
    }

    /** The same, of an object under another name. */
    public NewUpload of(ObjectId named) {
        return new NewUpload(named, id, owner, policy, contentType, userMetadata);
    }
}
