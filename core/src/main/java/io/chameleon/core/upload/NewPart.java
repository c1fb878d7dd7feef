package io.chameleon.core.upload;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import java.util.Map;

/**
 * A component that becomes a part of an upload.
 *
 * @param object that the upload writes
 * @param number 1 to {@link UploadPart#MAX_NUMBER}
 * @param component committed before, in the object's bucket
 * @param metadata small pairs the client keeps with the part
 */
public record NewPart(ObjectId object, WriteId upload, int number, WriteId component, Map<String, String> metadata) {
    public NewPart {
        ObjectId.requireBucket(object.bucket());
        Require.that(
                number >= 1 && number <= UploadPart.MAX_NUMBER,
                "number of a part",
                number,
                "1 to " + UploadPart.MAX_NUMBER);
        UploadPart.requireMetadata(metadata);
        metadata = Map.copyOf(metadata);
    }
}
