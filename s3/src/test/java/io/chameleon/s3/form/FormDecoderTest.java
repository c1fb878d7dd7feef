package io.chameleon.s3.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormDecoderTest {
    private static final String TYPE = "multipart/form-data; boundary=XyZ";

    private static String part(String disposition, String value) {
        return "--XyZ\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + value + "\r\n";
    }

    private static String form(String file) {
        return part("name=\"Key\"", "user/${filename}") + part("name=acl", "private")
                + part("name=\"file\"; filename=\"C:\\fakepath\\ä.txt\"\r\nContent-Type: text/plain", file)
                + part("name=\"submit\"", "Upload") + "--XyZ--\r\n";
    }

    private record Read(Form form, String file) {}

    private static Read read(byte[] body, int pieceBytes) {
        FormDecoder decoder = new FormDecoder(TYPE);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (int at = 0; at < body.length; at += pieceBytes) {
            ByteBuffer piece = ByteBuffer.wrap(body, at, Math.min(pieceBytes, body.length - at));
            decoder.decode(piece, bytes -> {
                assertThat(decoder.form()).isNotNull();
                while (bytes.hasRemaining()) {
                    file.write(bytes.get());
                }
            });
        }
        return new Read(decoder.finish(), file.toString(StandardCharsets.ISO_8859_1));
    }

    private static S3Error refusal(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> read(bytes, bytes.length));
        assertThat(refusal).as(body).isNotNull();
        return refusal.error();
    }

    @Test
    void form_inPiecesOfAnySize_isTheSame() {
        String file = "\r\n--Xy\r\n--XyQ\r\r\n\r\n--X";
        byte[] body = form(file).getBytes(StandardCharsets.UTF_8);
        for (int pieceBytes = 1; pieceBytes <= body.length; pieceBytes++) {
            Read read = read(body, pieceBytes);
            assertThat(read.file()).as("pieces of %d", pieceBytes).isEqualTo(file);
            assertThat(read.form().fileName()).isEqualTo("ä.txt");
            assertThat(read.form().fields())
                    .hasSize(2)
                    .containsEntry("key", "user/ä.txt")
                    .containsEntry("acl", "private");
        }
    }

    @Test
    void file_ofAnyBytes_comesOutAsItIs() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            StringBuilder file = new StringBuilder();
            for (int length = random.nextInt(300); length > 0; length--) {
                file.append("\r\n-XyZa".charAt(random.nextInt(7)));
            }
            if (file.indexOf("\r\n--XyZ") >= 0 || file.toString().startsWith("--XyZ")) {
                continue;
            }
            byte[] body = form(file.toString()).getBytes(StandardCharsets.UTF_8);
            assertThat(read(body, 1 + random.nextInt(50)).file())
                    .as("seed %d", seed)
                    .isEqualTo(file.toString());
        }
    }

    @Test
    void form_tornAnywhere_isRefused() {
        String body = form("file");
        String whole = body.substring(0, body.length() - 2);
        read(whole.getBytes(StandardCharsets.UTF_8), 7); // the last line end is nobody's
        for (int end = 0; end < whole.length(); end++) {
            refusal(whole.substring(0, end));
        }
    }

    @Test
    void form_withoutFileOrWithTwo_isRefused() {
        String file = part("name=\"file\"", "x");
        assertThat(refusal(part("name=\"key\"", "k") + "--XyZ--\r\n"))
                .isEqualTo(S3Error.INCORRECT_NUMBER_OF_FILES_IN_POST_REQUEST);
        assertThat(refusal(file + file + "--XyZ--\r\n")).isEqualTo(S3Error.INCORRECT_NUMBER_OF_FILES_IN_POST_REQUEST);
    }

    @Test
    void fields_beforeTheFile_areBounded() {
        assertThat(refusal(part("name=\"key\"", "k".repeat(20_001))))
                .isEqualTo(S3Error.MAX_POST_PRE_DATA_LENGTH_EXCEEDED);
        assertThat(refusal("--XyZ\r\nX: " + "y".repeat(20_001))).isEqualTo(S3Error.MAX_POST_PRE_DATA_LENGTH_EXCEEDED);
        assertThat(refusal("preamble".repeat(3_000))).isEqualTo(S3Error.MAX_POST_PRE_DATA_LENGTH_EXCEEDED);
        byte[] large = form("x".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
        assertThat(read(large, 999).file()).hasSize(100_000);
    }

    @Test
    void parts_thatContradictThemselves_areRefused() {
        assertThat(refusal(part("name=\"key\"", "a")
                        + part("name=\"KEY\"", "b")
                        + form("x").substring(8)))
                .isEqualTo(S3Error.MALFORMED_POST_REQUEST);
        assertThat(refusal(part("name=\"a\"; name=\"b\"", "a"))).isEqualTo(S3Error.MALFORMED_POST_REQUEST);
        assertThat(refusal(part("filename=\"b\"", "a"))).isEqualTo(S3Error.MALFORMED_POST_REQUEST);
        assertThat(refusal(part("name=\"b", "a"))).isEqualTo(S3Error.MALFORMED_POST_REQUEST);
        assertThat(refusal("--XyZjunk\r\n")).isEqualTo(S3Error.MALFORMED_POST_REQUEST);
    }

    /** Pages in another charset send these: as replaced characters, "ä" and "ö" would be one key. */
    @Test
    void form_thatIsNotUtf8_isRefused() {
        String[] forms = {
            part("name=\"key\"", "ä") + part("name=\"file\"", "x"),
            part("name=\"key\"", "${filename}") + part("name=\"file\"; filename=\"ä\"", "x")
        };
        for (String form : forms) {
            byte[] body = (form + "--XyZ--\r\n").getBytes(StandardCharsets.ISO_8859_1);
            S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> read(body, body.length));
            assertThat(refusal.error()).isEqualTo(S3Error.MALFORMED_POST_REQUEST);
        }
    }

    @ParameterizedTest
    @CsvSource({"text/plain", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=x"})
    void type_thatIsNoForm_isRefused(String type) {
        S3Exception refusal = catchThrowableOfType(S3Exception.class, () -> new FormDecoder(type));
        assertThat(refusal.error()).isEqualTo(S3Error.PRECONDITION_FAILED);
    }
}
