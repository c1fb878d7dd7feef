package io.chameleon.core.upload;

import io.chameleon.core.Crc32c;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.ObjectContent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request to make parts of an upload one version of its object.
 *
 * @param parts in the order of their numbers, at least one; parts of the upload that are not named are dropped
 * @param contentType "" for the upload's
 * @param userMetadata added to the upload's, before which they take precedence
 * @param condition of the object's current version
 * @param list the component that is the version's {@link ExtentList}, by which it comes back if the database is lost;
 *     null if there is none: from a client that writes none, or for an upload that may have been completed before
 */
public record Completion(
        ObjectId object,
        WriteId upload,
        List<Named> parts,
        String contentType,
        Map<String, String> userMetadata,
        Condition condition,
        @Nullable WriteId list) {
    /** A part, as the caller knows it: a part that was uploaded anew has another component. */
    public record Named(int number, WriteId component) {}

    public Completion {
        Slices.requireBucketOrSlice(object.bucket());
        parts = List.copyOf(parts);
        Require.that(
                !parts.isEmpty() && parts.size() <= UploadPart.MAX_NUMBER,
                "parts of a completion",
                parts.size(),
                "1 to " + UploadPart.MAX_NUMBER);
        for (int i = 1; i < parts.size(); i++) {
            Require.that(
                    parts.get(i).number() > parts.get(i - 1).number(),
                    "number of a part",
                    parts.get(i).number(),
                    "more than that of the part before, " + parts.get(i - 1).number());
        }
        ObjectContent.requireUserMetadata(userMetadata);
        userMetadata = new ObjectContent(upload, 0, 1, 0, contentType, userMetadata).userMetadata();
    }

    /** Without a list. */
    public Completion(
            ObjectId object,
            WriteId upload,
            List<Named> parts,
            String contentType,
            Map<String, String> userMetadata,
            Condition condition) {
        this(object, upload, parts, contentType, userMetadata, condition, null);
    }

    /** The same completion, by a list that has been written for it. */
    public Completion listed(WriteId written) {
        return new Completion(object, upload, parts, contentType, userMetadata, condition, written);
    }

    /**
     * The named ones among the parts of the upload.
     *
     * @throws ChameleonError INVALID_PART
     */
    public List<UploadPart> chosen(Map<Integer, UploadPart> there) {
        List<UploadPart> chosen = new ArrayList<>(parts.size());
        for (Named named : parts) {
            UploadPart part = there.get(named.number());
            if (part == null || !part.component().equals(named.component())) {
                throw invalid("part " + named.number() + " of upload " + upload + " is not the one named: "
                        + (part == null ? "not there" : "uploaded anew"));
            }
            chosen.add(part);
        }
        return chosen;
    }

    /**
     * The content of the version.
     *
     * @throws ChameleonError INVALID_REQUEST if its user metadata are too long
     */
    public ObjectContent content(WriteId contentId, Upload of, List<UploadPart> chosen) {
        long size = 0;
        int crc = 0;
        for (UploadPart part : chosen) {
            size += part.size();
            crc = Crc32c.combine(crc, part.crc32c(), part.size());
        }
        Map<String, String> pairs = new HashMap<>(of.userMetadata());
        pairs.putAll(userMetadata);
        String type = contentType.isEmpty() ? of.contentType() : contentType;
        try {
            ObjectContent.requireUserMetadata(pairs);
            return new ObjectContent(
                    contentId, size, ObjectContent.MAX_SEGMENT_BYTES, 0, chosen.size(), crc, type, pairs);
        } catch (IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    /** The version's list. */
    public static List<Extent> extents(List<UploadPart> chosen) {
        return chosen.stream()
                .map(part -> new Extent(part.component(), 0, part.size()))
                .toList();
    }

    /**
     * For a repeated completion, of which the first try made a version of this list.
     *
     * @param made null if the object has no such version any more
     * @throws ChameleonError UPLOAD_NOT_FOUND, or INVALID_PART if the list is another
     */
    public void requireSame(@Nullable List<Extent> made) {
        if (made == null) {
            throw notFound(upload, object);
        }
        List<WriteId> named = parts.stream().map(Named::component).toList();
        if (!made.stream().map(Extent::component).toList().equals(named)) {
            throw invalid("upload " + upload + " was completed with other parts");
        }
    }

    /** Its list is not there: it was never committed, was cleared away, or has made a version already. */
    public ChameleonError listGone() {
        return new ChameleonError(
                ErrorCode.WRITE_TOO_OLD,
                "object " + object + ", upload " + upload + ": its list " + list + " is not there, or is used up");
    }

    public static ChameleonError notFound(WriteId upload, ObjectId object) {
        return new ChameleonError(ErrorCode.UPLOAD_NOT_FOUND, "no upload " + upload + " to " + object);
    }

    private static ChameleonError invalid(String message) {
        return new ChameleonError(ErrorCode.INVALID_PART, message);
    }

    /** The same, of an object under another name. */
    public Completion of(ObjectId named) {
        return new Completion(named, upload, parts, contentType, userMetadata, condition, list);
    }
}
