package io.chameleon.s3.form;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one form, piece by piece: fields, then the file. What follows the file is passed over, as by Amazon. Memory:
 * the fields, with their headers at most {@link FieldText#MAX_BYTES}. Not for several threads.
 */
public final class FormDecoder {
    private static final String FILE = "file";

    private enum State {
        /** Up to the first delimiter. */
        PREAMBLE,
        /** After a delimiter: two dashes end the form, a line end begins a part. */
        AFTER_DELIMITER,
        HEADERS,
        FIELD,
        FILE,
        /** A part after the file. */
        IGNORED,
        END
    }

    private final Delimiter delimiter;
    private final Map<String, String> fields = new HashMap<>();
    private final FieldText text = new FieldText();
    private State state = State.PREAMBLE;
    private String disposition = "";
    private String name = "";
    private @Nullable Form form;

    /** Content type: the request's header, with the boundary. */
    public FormDecoder(@Nullable String contentType) {
        this.delimiter = Delimiter.of(contentType);
    }

    /** Takes all that remains in the piece. Hands out the file's bytes, as slices of it. */
    public void decode(ByteBuffer piece, Consumer<ByteBuffer> file) {
        while (piece.hasRemaining()) {
            switch (state) {
                case PREAMBLE -> skip(piece);
                case AFTER_DELIMITER -> afterDelimiter(piece.get());
                case HEADERS -> header(piece.get());
                case FIELD -> field(piece);
                case FILE -> file(piece, file);
                case IGNORED -> skip(piece);
                case END -> piece.position(piece.limit());
            }
        }
    }

    private void skip(ByteBuffer piece) {
        int before = piece.remaining();
        if (delimiter.scan(piece, passedOver -> {})) {
            state = State.AFTER_DELIMITER;
        }
        if (form == null) {
            text.count(before - piece.remaining());
        }
    }

    /** The bytes between delimiter and headers: {@code --} or white space and a line feed. */
    private void afterDelimiter(byte b) {
        text.count(1);
        text.write(b);
        if (b == '\n') {
            String line = text.take().strip();
            if (line.startsWith("--")) {
                end();
            } else if (line.isEmpty()) {
                disposition = "";
                state = State.HEADERS;
            } else {
                throw malformed();
            }
        } else if (text.is("--")) {
            end();
        }
    }

    private void end() {
        if (form == null) {
            throw new S3Exception(S3Error.INCORRECT_NUMBER_OF_FILES_IN_POST_REQUEST);
        }
        state = State.END;
    }

    private void header(byte b) {
        text.count(1);
        if (b != '\n') {
            text.write(b);
            return;
        }
        String line = text.take().strip();
        if (!line.isEmpty()) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).equalsIgnoreCase("content-disposition")) {
                disposition = line.substring(colon + 1);
            }
            return;
        }
        Map<String, String> parameters = Disposition.parameters(disposition);
        name = parameters.getOrDefault("name", "").toLowerCase(Locale.ROOT);
        if (name.isEmpty()) {
            throw malformed();
        }
        if (form != null) {
            if (name.equals(FILE)) {
                throw new S3Exception(S3Error.INCORRECT_NUMBER_OF_FILES_IN_POST_REQUEST);
            }
            state = State.IGNORED;
        } else if (name.equals(FILE)) {
            form = new Form(fields, parameters.getOrDefault("filename", ""));
            state = State.FILE;
        } else {
            state = State.FIELD;
        }
    }

    private void field(ByteBuffer piece) {
        boolean ended = delimiter.scan(piece, bytes -> {
            text.count(bytes.remaining());
            while (bytes.hasRemaining()) {
                text.write(bytes.get());
            }
        });
        if (ended) {
            if (fields.put(name, text.take()) != null) {
                throw malformed(); // which of the two was checked against the policy?
            }
            state = State.AFTER_DELIMITER;
        }
    }

    private void file(ByteBuffer piece, Consumer<ByteBuffer> file) {
        if (delimiter.scan(piece, file)) {
            state = State.AFTER_DELIMITER;
        }
    }

    /** The fields, as soon as the file begins; null before. */
    public @Nullable Form form() {
        return form;
    }

    /** The body has ended: it is refused if the form has not. */
    public Form finish() {
        if (form == null || state != State.END) {
            throw malformed();
        }
        return form;
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_POST_REQUEST);
    }
}
