package io.chameleon.s3.body;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The header Content-Encoding: framing of the transfer is taken out of it, the rest belongs to the object. */
public final class ContentEncoding {
    private static final String AWS_CHUNKED = "aws-chunked";

    private ContentEncoding() {}

    /** What is kept with the object; null: nothing. */
    public static @Nullable String stored(@Nullable String header) {
        if (header == null || !announcesChunks(header)) {
            return header;
        }
        List<String> kept = new ArrayList<>();
        for (String coding : header.split(",", -1)) {
            if (!chunks(coding) && !coding.isBlank()) {
                kept.add(coding.strip());
            }
        }
        return kept.isEmpty() ? null : String.join(", ", kept);
    }

    static boolean announcesChunks(String header) {
        for (String coding : header.split(",", -1)) {
            if (chunks(coding)) {
                return true;
            }
        }
        return false;
    }

    private static boolean chunks(String coding) {
        return coding.strip().toLowerCase(Locale.ROOT).equals(AWS_CHUNKED);
    }
}
