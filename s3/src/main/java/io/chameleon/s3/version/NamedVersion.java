package io.chameleon.s3.version;

import io.chameleon.core.version.VersionId;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads version ids of requests. One that no version can have is an InvalidArgument. */
public final class NamedVersion {
    private static final String PARAMETER = "versionId";

    private NamedVersion() {}

    /** The version that a request asks for; empty for the current one. */
    public static Optional<VersionId> of(Call call) {
        String text = call.query().get(PARAMETER);
        if (text != null && text.isEmpty()) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Version id cannot be the empty string")
                    .with("ArgumentName", PARAMETER);
        }
        return of(text, PARAMETER);
    }

    /**
     * Of a text from elsewhere; null or an empty one names none.
     *
     * @param where it stands
     */
    public static Optional<VersionId> of(@Nullable String text, String where) {
        if (text == null || text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new VersionId(text));
        } catch (IllegalArgumentException e) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Invalid version id specified")
                    .with("ArgumentName", where)
                    .with("ArgumentValue", text);
        }
    }
}
