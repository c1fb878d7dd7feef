package io.chameleon.core.upload;

import io.chameleon.core.ObjectId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.CommitResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Multipart uploads and composed objects: the clients' port. Calls may wait for a database; each is one transaction,
 * and each may be repeated.
 *
 * <p>A part is a component: committed first, then added to an upload. A component to which no upload and no version
 * refers is swept: at once if it was released, after the grace period if nothing ever referred to it.
 *
 * <p>Errors: {@code UPLOAD_NOT_FOUND} where an upload is named that is not open.
 */
public interface UploadTable {
    /** Begins an upload, or finds the one that an earlier try has begun. */
    Upload begin(NewUpload upload);

    /**
     * Adds a part. An earlier one of that number is released.
     *
     * @throws io.chameleon.core.error.ChameleonError WRITE_TOO_OLD if the component is not there: it was never
     *     committed, or has been swept
     */
    UploadPart addPart(NewPart part);

    /** @param after only parts with higher numbers; 0 starts at the beginning */
    PartPage parts(ObjectId object, WriteId upload, int after, int limit);

    /**
     * Makes the named parts one version, in one transaction: it releases all other parts and the version before, and
     * ends the upload. Repeated, it answers with the row as long as the object is still that version.
     *
     * <p>The answer is {@code COMMITTED}, {@code PRECONDITION_FAILED} or {@code OVER_QUOTA}; but for the first the
     * upload stays open, and the completion's list, if nothing else refers to it, is swept. The version refers to its
     * list as to its components.
     *
     * @throws io.chameleon.core.error.ChameleonError INVALID_PART if a named part is not there, or is another now;
     *     WRITE_TOO_OLD if the list is not there, or has made a version before
     */
    CommitResult complete(Completion completion);

    /**
     * Makes a version of the bytes of another, in one transaction. No byte is written: both versions refer to the
     * components that have them. A source that is not composed becomes so first ({@code MappingRules.shared}); its
     * entity tag, metadata and time of modification stay. Repeated, it answers with the row as long as the object is
     * still that version.
     *
     * <p>The answer is that of a commit. Unless it is {@code COMMITTED} or {@code SUPERSEDED}, the copy's list is swept
     * at once, and the source's when it is old enough: if there is a list of a copy, there was one of its source.
     *
     * @throws io.chameleon.core.error.ChameleonError OBJECT_NOT_FOUND if the source has no such version any more;
     *     WRITE_TOO_OLD if a list is not there, or has made a version before
     */
    CommitResult copy(Copy copy);

    /** Ends an upload and releases its parts; false if it is not open. */
    boolean abort(ObjectId object, WriteId upload);

    UploadPage list(UploadQuery query);

    /**
     * The list of a composed version, which never changes; null if that version is not, or no longer, current.
     *
     * @param contentId of the version
     */
    @Nullable
    List<Extent> extents(String bucket, WriteId contentId);
}
