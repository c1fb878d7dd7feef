package io.chameleon.core.upload;

import io.chameleon.core.Require;
import io.chameleon.core.Utf8;
import io.chameleon.core.WriteId;
import java.util.Map;

/**
 * A part of an open upload.
 *
 * @param number 1 to {@link #MAX_NUMBER}; parts are put together in the order of their numbers
 * @param component that has its bytes
 * @param crc32c CRC-32C of its bytes
 * @param modifiedMillis when it was added, by the metadata service's clock
 * @param metadata small pairs the client keeps with the part, at most {@link #MAX_METADATA_BYTES} of UTF-8 in all
 */
public record UploadPart(
        int number, WriteId component, long size, int crc32c, long modifiedMillis, Map<String, String> metadata) {
    public static final int MAX_NUMBER = 10_000;

    /** A page of parts stays small. */
    public static final int MAX_METADATA_BYTES = 1 << 10;

    public UploadPart {
        metadata = Map.copyOf(metadata);
    }

    static void requireMetadata(Map<String, String> pairs) {
        StringBuilder all = new StringBuilder();
        pairs.forEach((key, value) -> all.append(key).append('=').append(value).append('\n'));
        Require.that(
                Utf8.isStorable(all.toString(), MAX_METADATA_BYTES),
                "metadata keys of a part",
                pairs.keySet(),
                "at most " + MAX_METADATA_BYTES + " bytes of UTF-8 in all, without NUL");
    }
}
