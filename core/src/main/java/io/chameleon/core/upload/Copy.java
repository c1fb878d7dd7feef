package io.chameleon.core.upload;

import io.chameleon.core.Components;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.core.mapping.ObjectMapping;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request to make a version of an object of the bytes of another version, in the same bucket, where these bytes
 * are.
 *
 * @param source the key that the bytes are copied from
 * @param version content id of its version, current or former
 * @param object the key that they are copied to; may be the same
 * @param contentType of the copy
 * @param userMetadata of the copy
 * @param condition of the current version of {@code object}
 * @param list the component that is the copy's {@link ExtentList}, committed before
 * @param sourceList the component that is the source's, if that was not composed when the caller looked; else null
 */
public record Copy(
        ObjectId source,
        WriteId version,
        ObjectId object,
        String contentType,
        Map<String, String> userMetadata,
        Condition condition,
        WriteId list,
        @Nullable WriteId sourceList) {
    public Copy {
        Slices.requireBucketOrSlice(source.bucket());
        Require.that(
                object.bucket().equals(source.bucket()),
                "bucket of a copy of " + source,
                object.bucket(),
                "the source's: components belong to one bucket");
        ObjectContent.requireUserMetadata(userMetadata);
        userMetadata = new ObjectContent(version, 0, 1, 0, contentType, userMetadata).userMetadata();
    }

    /** The extents of a version that is not composed, once its bytes are shared. */
    public static List<Extent> extents(ObjectContent content) {
        return List.of(new Extent(Components.sharedBytes(content.contentId()), 0, content.size()));
    }

    /** Content id of the copy. */
    public WriteId made() {
        return Components.versionOf(list);
    }

    /** @param extents of the source, which become those of the copy */
    public Commit commit(ObjectMapping from, List<Extent> extents) {
        ObjectContent content = new ObjectContent(
                made(),
                from.content().size(),
                ObjectContent.MAX_SEGMENT_BYTES,
                0,
                extents.size(),
                from.content().crc32c(),
                contentType,
                userMetadata);
        return new Commit(object, content, from.live(), List.of(), condition);
    }

    public ChameleonError sourceGone() {
        return new ChameleonError(
                ErrorCode.OBJECT_NOT_FOUND, "object " + source + ": its version " + version + " is not there any more");
    }

    /** A list is not there: it was never committed, was cleared away, or has made a version already. */
    public ChameleonError listGone(@Nullable WriteId gone) {
        return new ChameleonError(
                ErrorCode.WRITE_TOO_OLD,
                "copy of " + source + " to " + object + ": the list " + gone + " is not there, or is used up");
    }

    /** The same, of objects under other names. */
    public Copy of(ObjectId from, ObjectId to) {
        return new Copy(from, version, to, contentType, userMetadata, condition, list, sourceList);
    }
}
