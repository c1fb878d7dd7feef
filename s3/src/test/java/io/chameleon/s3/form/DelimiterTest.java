package io.chameleon.s3.form;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The boundary between the fields of a form, wherever the network cuts it. */
class DelimiterTest {
    /** What is before each delimiter; what is behind the last, with what may begin another. */
    private static List<String> parts(Delimiter delimiter, String body, int cut) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        for (int from = 0; from < bytes.length; from += cut) {
            ByteBuffer piece = ByteBuffer.wrap(bytes, from, Math.min(cut, bytes.length - from));
            while (delimiter.scan(piece, given -> part.append(StandardCharsets.ISO_8859_1.decode(given)))) {
                parts.add(part.toString());
                part.setLength(0);
            }
            assertThat(piece.hasRemaining()).isFalse();
        }
        parts.add(part.toString());
        return parts;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 11, 1_000})
    void content_isWhatIsBetweenBoundaries_howeverItIsCut(int cut) {
        String body = "--XY\r\nfirst\r\n--XYsecond\r\n\r\n--X\r\n--\r\r\n-\r\n--XY--rest";
        assertThat(parts(new Delimiter("XY"), body, cut))
                .containsExactly("", "\r\nfirst", "second\r\n\r\n--X\r\n--\r\r\n-", "--rest");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1_000})
    void almostABoundary_isContent(int cut) {
        String body = "--B\r\n--C\n--B\r--B--B \r\n-- B\r\n--B";
        assertThat(parts(new Delimiter("B"), body, cut)).containsExactly("", "\r\n--C\n--B\r--B--B \r\n-- B", "");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1_000})
    void bodyThatBeginsOtherwise_keepsWhatWasTakenForALineEnd(int cut) {
        assertThat(parts(new Delimiter("B"), "preamble\r\n--Bx", cut)).containsExactly("\r\npreamble", "x");
    }

    /** It is held back, until more comes: it could be the beginning of a boundary. */
    @Test
    void endOfAPiece_thatMayBeginABoundary_isHeldBack() {
        Delimiter delimiter = new Delimiter("B");
        StringBuilder given = new StringBuilder();
        assertThat(delimiter.scan(
                        ByteBuffer.wrap("--B".getBytes(StandardCharsets.ISO_8859_1)),
                        piece -> given.append(StandardCharsets.ISO_8859_1.decode(piece))))
                .isTrue();
        for (String piece : new String[] {"ab\r\n-", "-"}) {
            assertThat(delimiter.scan(
                            ByteBuffer.wrap(piece.getBytes(StandardCharsets.ISO_8859_1)),
                            out -> given.append(StandardCharsets.ISO_8859_1.decode(out))))
                    .isFalse();
        }
        assertThat(given).hasToString("ab");
    }
}
