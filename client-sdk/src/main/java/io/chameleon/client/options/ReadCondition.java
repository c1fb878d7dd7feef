package io.chameleon.client.options;

import io.chameleon.core.WriteId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What must hold of a version for it to be read. Evaluated as RFC 9110, section 13.2.2, has it: a date is not looked at
 * beside the entity tag that says the same more exactly.
 *
 * @param ifMatch the entity tag that it must have
 * @param ifNoneMatch the entity tag that it must not have: the caller's copy is of that version
 * @param ifModifiedSince the instant after which it must have been modified; not looked at beside {@code ifNoneMatch}
 * @param ifUnmodifiedSince the instant after which it must not have been modified; not looked at beside {@code ifMatch}
 */
public record ReadCondition(
        Optional<WriteId> ifMatch,
        Optional<WriteId> ifNoneMatch,
        Optional<Instant> ifModifiedSince,
        Optional<Instant> ifUnmodifiedSince) {
    public static final ReadCondition NONE =
            new ReadCondition(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public ReadCondition {
        Objects.requireNonNull(ifMatch, "ifMatch");
        Objects.requireNonNull(ifNoneMatch, "ifNoneMatch");
        Objects.requireNonNull(ifModifiedSince, "ifModifiedSince");
        Objects.requireNonNull(ifUnmodifiedSince, "ifUnmodifiedSince");
    }

    /** What becomes of a read. */
    public enum Outcome {
        /** The version is read. */
        HOLDS,
        /** The caller has the version already. */
        NOT_MODIFIED,
        /** It is another version than the caller expects. */
        FAILED
    }

    /**
     * @param entityTag of the version
     * @param modified when the version was written, or its metadata were changed
     */
    public Outcome of(WriteId entityTag, Instant modified) {
        boolean expected = ifMatch.map(entityTag::equals)
                .or(() -> ifUnmodifiedSince.map(since -> !modified.isAfter(since)))
                .orElse(true);
        boolean fresh = ifNoneMatch
                .map(known -> !entityTag.equals(known))
                .or(() -> ifModifiedSince.map(modified::isAfter))
                .orElse(true);
        return !expected ? Outcome.FAILED : fresh ? Outcome.HOLDS : Outcome.NOT_MODIFIED;
    }
}
