package io.chameleon.client.internal.read;

import io.chameleon.client.error.NotModifiedException;
import io.chameleon.client.error.PreconditionFailedException;
import io.chameleon.client.options.GetOptions;
import io.chameleon.client.options.ReadCondition;
import io.chameleon.client.options.ReadMode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.version.VersionId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is to be read.
 *
 * @param version null for the current one; else this one and no other
 * @param mode of the look-up; a named version is always looked up
 * @param condition of the version that is found, and of any that takes its place before the first byte
 */
public record ReadRequest(
        ObjectId id, @Nullable VersionId version, ByteRange range, ReadMode mode, ReadCondition condition) {

    /** @param clients the mode unless the options name one */
    public static ReadRequest of(ObjectId id, GetOptions options, ReadMode clients) {
        return new ReadRequest(
                id,
                options.version().orElse(null),
                new ByteRange(options.offset(), options.length()),
                options.readMode().orElse(clients),
                options.condition());
    }

    /** Throws unless the condition holds of this version. */
    static void require(ReadCondition condition, ObjectMapping row) {
        String tag = row.content().contentId().toString();
        switch (condition.of(row.content().contentId(), Instant.ofEpochMilli(row.modifiedMillis()))) {
            case HOLDS -> {}
            case NOT_MODIFIED ->
                throw new NotModifiedException(
                        ErrorCode.PRECONDITION_FAILED, "object " + row.id() + ": not modified, still " + tag, tag);
            case FAILED ->
                throw new PreconditionFailedException(
                        ErrorCode.PRECONDITION_FAILED,
                        "object " + row.id() + ": the condition does not hold of " + tag,
                        null);
        }
    }
}
