package io.chameleon.server.store;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.UnmappedPageException;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;

/**
 * A fragment as a put offers it. Guards the invariant that a fragment never changes: a put whose answer was lost may
 * come again, but only with the bytes that are stored, unless its caller says that they replace others.
 *
 * @param content the bytes that {@code fragment} describes
 * @param replaces whether this content replaces another one that is stored under that id
 */
record OfferedFragment(Fragment fragment, MemorySegment content, boolean replaces) {
    private static final int COMPARED_BYTES = 256 << 10;

    /** Reads a stored fragment from an offset on; throws the device's errors. */
    interface StoredBytes {
        void read(Fragment stored, int offset, MemorySegment into);
    }

    /**
     * Throws {@code INVALID_REQUEST} unless the content is as described.
     *
     * @param contentCrc32c of the content, if it was already computed of these very bytes
     */
    void requireAsDescribed(OptionalInt contentCrc32c) {
        boolean complete = content.byteSize() == fragment.length();
        if (!complete || contentCrc32c.orElseGet(() -> Fragment.crc32c(content)) != fragment.crc32c()) {
            String what = complete ? "a CRC-32C other than announced" : content.byteSize() + " bytes";
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST,
                    "fragment " + fragment.id() + " came with " + what + ", expected " + fragment.length()
                            + " bytes as announced");
        }
    }

    /** Throws {@code INVALID_REQUEST} if the other description of the same id differs. */
    void requireSame(Fragment other) {
        if (!other.equals(fragment)) {
            throw otherContent();
        }
    }

    /**
     * Whether these very bytes are stored; false if they are to be replaced, since the put may or since the stored ones
     * are damaged. Throws {@code INVALID_REQUEST} if other ones are stored and may not be replaced.
     *
     * @param damaged whether the stored fragment is known to be damaged
     */
    boolean isStoredAs(Fragment stored, boolean damaged, StoredBytes bytes) {
        if (replaces && !stored.equals(fragment)) {
            return false;
        }
        requireSame(stored);
        if (damaged) {
            return false;
        }
        try {
            boolean same = matches(stored, bytes);
            if (!same && !replaces) {
                throw otherContent();
            }
            return same;
        } catch (CorruptPageException | UnmappedPageException e) {
            return false;
        }
    }

    private boolean matches(Fragment stored, StoredBytes bytes) {
        byte[] piece = new byte[(int) Math.min(COMPARED_BYTES, content.byteSize())];
        for (long at = 0; at < content.byteSize(); at += piece.length) {
            long length = Math.min(piece.length, content.byteSize() - at);
            MemorySegment into = MemorySegment.ofArray(piece).asSlice(0, length);
            bytes.read(stored, (int) at, into);
            if (content.asSlice(at, length).mismatch(into) >= 0) {
                return false;
            }
        }
        return true;
    }

    private ChameleonError otherContent() {
        return new ChameleonError(
                ErrorCode.INVALID_REQUEST,
                "fragment " + fragment.id() + " is here with other content; a fragment never changes");
    }
}
