package io.chameleon.s3.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines between the chunks of a body, which come in pieces of any size. */
class ChunkLinesTest {
    private static final String SIGNATURE = "0".repeat(64);

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "a, 10", "A, 10", "00ff, 255", "fffffffffffffff, 1152921504606846975"})
    void size_isHexadecimal(String digits, long size) {
        assertThat(ChunkHeader.parse(digits + "\r", false)).isEqualTo(new ChunkHeader(size, null));
        assertThat(ChunkHeader.parse(digits + ";chunk-signature=" + SIGNATURE + "\r", true))
                .isEqualTo(new ChunkHeader(size, SIGNATURE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\r",
                "5",
                " 5\r",
                "5 \r",
                "-5\r",
                "+5\r",
                "0x5\r",
                "g\r",
                "5;\r",
                "٣\r",
                "1000000000000000\r"
            })
    void line_thatIsNoSize_isMalformed(String line) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> ChunkHeader.parse(line, false));
        assertThat(refusal.error()).isEqualTo(S3Error.INVALID_REQUEST);
        assertThat(refusal.message()).isEqualTo("The body is not framed as aws-chunked.");
    }

    /** A chunk without a signature in a signed body would be anybody's. */
    @ParameterizedTest
    @ValueSource(strings = {"5\r", "5;\r", "5;chunk-signatur=x\r", "5;CHUNK-SIGNATURE=x\r", "5; chunk-signature=x\r"})
    void signedChunk_withoutItsSignature_isMalformed(String line) {
        assertThat(catchThrowableOfType(S3Exception.class, () -> ChunkHeader.parse(line, true))
                        .error())
                .isEqualTo(S3Error.INVALID_REQUEST);
        assertThat(catchThrowableOfType(
                                S3Exception.class,
                                () -> ChunkHeader.parse("5;chunk-signature=" + SIGNATURE + "\r", false))
                        .error())
                .isEqualTo(S3Error.INVALID_REQUEST);
    }

    @Test
    void line_isCollectedFromPieces_andWhatFollowsItIsLeft() {
        LineReader reader = new LineReader();
        assertThat(reader.next(bytes("ab"))).isNull();
        assertThat(reader.next(bytes(""))).isNull();
        ByteBuffer rest = bytes("c\r\ndata");
        assertThat(reader.next(rest)).isEqualTo("abc\r");
        assertThat(rest.remaining()).isEqualTo(4);
        assertThat(reader.next(bytes("\n"))).as("the next line begins anew").isEmpty();
    }

    @Test
    void line_thatIsTooLong_isRefused_beforeItIsKept() {
        LineReader fits = new LineReader();
        assertThat(fits.next(bytes("x".repeat(LineReader.MAX_BYTES) + "\n"))).hasSize(LineReader.MAX_BYTES);
        LineReader reader = new LineReader();
        assertThat(reader.next(bytes("x".repeat(LineReader.MAX_BYTES)))).isNull();
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> reader.next(bytes("x")));
        assertThat(refusal.error()).isEqualTo(S3Error.INVALID_REQUEST);
        assertThat(refusal.message()).isEqualTo("A line between chunks is too long.");
    }
}
