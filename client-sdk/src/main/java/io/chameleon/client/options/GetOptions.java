package io.chameleon.client.options;

import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import io.chameleon.core.version.VersionId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What to read of an object, and on which condition. Immutable: each method returns a changed copy. A bad value is an
 * {@link IllegalArgumentException}.
 *
 * <p>The conditions hold of the very version whose bytes are given. {@link ReadCondition} says how they combine.
 */
public final class GetOptions {
    /** All bytes of the current version, in the client's read mode, on no condition. */
    public static final GetOptions DEFAULT = new GetOptions(ReadCondition.NONE, null, null, 0, Long.MAX_VALUE);

    private final ReadCondition condition;
    private final @Nullable VersionId version;
    private final @Nullable ReadMode readMode;
    private final long offset;
    private final long length;

    private GetOptions(
            ReadCondition condition,
            @Nullable VersionId version,
            @Nullable ReadMode readMode,
            long offset,
            long length) {
        Require.that(offset >= 0, "offset of the range", offset, "0 or more");
        Require.that(length >= 0, "length of the range", length, "0 or more");
        this.condition = condition;
        this.version = version;
        this.readMode = readMode;
        this.offset = offset;
        this.length = length;
    }

    private GetOptions on(ReadCondition changed) {
        return new GetOptions(changed, version, readMode, offset, length);
    }

    /** Reads only the version with this entity tag. */
    public GetOptions ifMatch(String entityTag) {
        Objects.requireNonNull(entityTag, "entityTag");
        return on(new ReadCondition(
                Optional.of(WriteId.parse(entityTag)),
                condition.ifNoneMatch(),
                condition.ifModifiedSince(),
                condition.ifUnmodifiedSince()));
    }

    /** Reads only another version than that with this entity tag, of which the caller has a copy. */
    public GetOptions ifNoneMatch(String entityTag) {
        Objects.requireNonNull(entityTag, "entityTag");
        return on(new ReadCondition(
                condition.ifMatch(),
                Optional.of(WriteId.parse(entityTag)),
                condition.ifModifiedSince(),
                condition.ifUnmodifiedSince()));
    }

    /** Reads only a version that was written, or whose metadata were changed, after this instant. */
    public GetOptions ifModifiedSince(Instant since) {
        Objects.requireNonNull(since, "since");
        return on(new ReadCondition(
                condition.ifMatch(), condition.ifNoneMatch(), Optional.of(since), condition.ifUnmodifiedSince()));
    }

    /** Reads only a version that was neither written nor had its metadata changed after this instant. */
    public GetOptions ifUnmodifiedSince(Instant since) {
        Objects.requireNonNull(since, "since");
        return on(new ReadCondition(
                condition.ifMatch(), condition.ifNoneMatch(), condition.ifModifiedSince(), Optional.of(since)));
    }

    /** Reads this version, whether it is the latest or not, and no other. */
    public GetOptions version(VersionId pinned) {
        Objects.requireNonNull(pinned, "version");
        return new GetOptions(condition, pinned, readMode, offset, length);
    }

    /** Reads bytes [from, from + bytes), fewer if the object ends before. A beginning after the end is invalid. */
    public GetOptions range(long from, long bytes) {
        return new GetOptions(condition, version, readMode, from, bytes);
    }

    /** Instead of the client's. A version that is named is always looked up. */
    public GetOptions readMode(ReadMode mode) {
        Objects.requireNonNull(mode, "readMode");
        return new GetOptions(condition, version, mode, offset, length);
    }

    public ReadCondition condition() {
        return condition;
    }

    public Optional<VersionId> version() {
        return Optional.ofNullable(version);
    }

    /** Empty for the client's. */
    public Optional<ReadMode> readMode() {
        return Optional.ofNullable(readMode);
    }

    public long offset() {
        return offset;
    }

    /** At most so many bytes. */
    public long length() {
        return length;
    }
}
