package io.chameleon.metadata.slice;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.Commit;

/** Commits into a sliced bucket. */
public final class SlicedCommits {
    private SlicedCommits() {}

    /**
     * The commit under the name that its object has in its slice. What is found by the content id later, such as bytes
     * that are shared, has to be in the same slice.
     *
     * @throws ChameleonError {@code INVALID_REQUEST} from a client of an earlier build, whose content ids name no slice
     */
    public static Commit in(Commit commit) {
        ObjectId id = commit.id();
        if (!ObjectId.isInternal(id.bucket())) {
            requireNamed(id, commit.writeId());
        }
        return new Commit(Slices.in(id), commit.content(), commit.used(), commit.missing(), commit.condition());
    }

    /** Throws {@code INVALID_REQUEST} unless an object's content id, or that of its upload, names its slice. */
    public static void requireNamed(ObjectId id, WriteId contentId) {
        if (Slices.of(contentId) != Slices.of(id)) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "object " + id + ": write " + contentId + " is not of slice " + Slices.of(id)
                            + " of its bucket: the client is of a build that knows no sliced buckets");
        }
    }
}
