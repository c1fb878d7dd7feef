package io.chameleon.s3.form;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text of a form that is being collected. Bounded, with all that comes before the file. */
final class FieldText {
    /** Amazon's limit for all that comes before the file. */
    static final int MAX_BYTES = 20_000;

    private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
    private int counted;

    void write(byte b) {
        collected.write(b);
    }

    /** Whether just this has been collected. */
    boolean is(String text) {
        return collected.size() == text.length()
                && collected.toString(StandardCharsets.ISO_8859_1).equals(text);
    }

    /**
     * What has been collected, which begins anew.
     *
     * @throws S3Exception MalformedPOSTRequest if it is not UTF-8: with characters replaced, two keys would be one
     */
    String take() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(collected.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new S3Exception(S3Error.MALFORMED_POST_REQUEST, S3Error.MALFORMED_POST_REQUEST.message(), e);
        } finally {
            collected.reset();
        }
    }

    /** Of the parts after the file only the headers count: they are collected, too. */
    void count(int bytes) {
        counted += bytes;
        if (counted > MAX_BYTES) {
            throw new S3Exception(S3Error.MAX_POST_PRE_DATA_LENGTH_EXCEEDED);
        }
    }
}
