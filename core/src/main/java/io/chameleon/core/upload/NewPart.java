package io.chameleon.core.upload;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A component that becomes a part of an upload.
 *
 * @param object that the upload writes
 * @param number 1 to {@link UploadPart#MAX_NUMBER}
 * @param component committed before, in the object's bucket
 * @param metadata small pairs the client keeps with the part
 * @param source the version whose bytes the component is to have, if nothing shares them yet; else null
 */
public record NewPart(
        ObjectId object,
        WriteId upload,
        int number,
        WriteId component,
        Map<String, String> metadata,
        @Nullable Source source) {
    /**
     * A version that is not composed. Its bytes become a component with the part.
     *
     * @param object in the bucket of the upload
     * @param version its content id, current or former
     * @param list the component that is its {@link ExtentList}, committed before
     */
    public record Source(ObjectId object, WriteId version, WriteId list) {}

    public NewPart {
        Slices.requireBucketOrSlice(object.bucket());
        Require.that(
                number >= 1 && number <= UploadPart.MAX_NUMBER,
                "number of a part",
                number,
                "1 to " + UploadPart.MAX_NUMBER);
        UploadPart.requireMetadata(metadata);
        metadata = Map.copyOf(metadata);
        if (source != null) {
            Require.that(
                    source.object.bucket().equals(object.bucket())
                            && component.equals(Components.sharedBytes(source.version)),
                    "component of part " + number + " of " + object,
                    component,
                    "the bytes of version " + source.version + " of " + source.object + ", in the same bucket");
        }
    }

    /** Of a component that is there. */
    public NewPart(ObjectId object, WriteId upload, int number, WriteId component, Map<String, String> metadata) {
        this(object, upload, number, component, metadata, null);
    }

    /** The same, of an object and a source under other names. */
    public NewPart of(ObjectId named, @Nullable Source from) {
        return new NewPart(named, upload, number, component, metadata, from);
    }
}
