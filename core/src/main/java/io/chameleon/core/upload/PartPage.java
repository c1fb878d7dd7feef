package io.chameleon.core.upload;

import java.util.List;

/**
 * An upload and some of its parts, in the order of their numbers.
 *
 * @param more whether parts follow
 */
public record PartPage(Upload upload, List<UploadPart> parts, boolean more) {
    /** Most parts of one page. */
    public static final int MAX_LIMIT = 1_000;

    public PartPage {
        parts = List.copyOf(parts);
    }
}
