package io.chameleon.s3.form;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds {@code CRLF--boundary} in a stream. What may be its beginning is held back until it is known not to be. A
 * boundary holds no carriage return, so after a mismatch only the current byte can begin a new one.
 */
final class Delimiter {
    private static final String TYPE = "multipart/form-data";
    private static final int MAX_BOUNDARY = 70;

    private final byte[] text;
    private int matched;

    /** The first delimiter of a body may come without the line end: it is taken as seen. */
    Delimiter(String boundary) {
        this.text = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.matched = 2;
    }

    /** Of a form, by the content type of its request. */
    static Delimiter of(@Nullable String contentType) {
        String type = contentType == null ? "" : contentType;
        String boundary = type.toLowerCase(Locale.ROOT).startsWith(TYPE)
                ? Disposition.parameters(type).getOrDefault("boundary", "")
                : "";
        if (boundary.isEmpty() || boundary.length() > MAX_BOUNDARY || boundary.indexOf('\r') >= 0) {
            throw new S3Exception(
                    S3Error.PRECONDITION_FAILED, "Bucket POST must be of the enclosure-type multipart/form-data");
        }
        return new Delimiter(boundary);
    }

    /** Hands out what is before the delimiter; answers whether it was found, with the input right behind it. */
    boolean scan(ByteBuffer in, Consumer<ByteBuffer> out) {
        int start = in.position();
        int held = matched; // of earlier pieces
        for (int i = start; i < in.limit(); i++) {
            byte b = in.get(i);
            if (b == text[matched]) {
                matched++;
            } else {
                if (held > 0) {
                    out.accept(ByteBuffer.wrap(text, 0, held).asReadOnlyBuffer());
                    held = 0;
                }
                matched = b == text[0] ? 1 : 0;
            }
            if (matched == text.length) {
                give(in, start, i + 1 - (text.length - held), out);
                in.position(i + 1);
                matched = 0;
                return true;
            }
        }
        give(in, start, in.limit() - (matched - held), out);
        in.position(in.limit());
        return false;
    }

    private static void give(ByteBuffer in, int from, int to, Consumer<ByteBuffer> out) {
        if (to > from) {
            out.accept(in.slice(from, to - from));
        }
    }
}
