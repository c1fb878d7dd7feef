package io.chameleon.s3.form;

import io.chameleon.lab.fuzz.Refusal;
import io.chameleon.s3.error.S3Exception;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Forms from the network. The first byte says how they are cut, the first line is the content type. However a form is
 * cut, its end must be the same.
 */
public final class FormFuzz {
    private FormFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        int line = 1;
        while (line < data.length && data[line] != '\n') {
            line++;
        }
        if (line >= data.length) {
            return;
        }
        String type = new String(data, 1, line - 1, StandardCharsets.ISO_8859_1);
        byte[] body = Arrays.copyOfRange(data, line + 1, data.length);
        String whole = outcome(type, body, body.length + 1);
        String cut = outcome(type, body, 1 + (data[0] & 0xFF));
        if (!whole.equals(cut)) {
            throw new IllegalStateException("in one piece: " + whole + ", in several: " + cut);
        }
    }

    private static String outcome(String type, byte[] body, int pieceBytes) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            FormDecoder decoder = new FormDecoder(type);
            for (int at = 0; at < body.length; at += pieceBytes) {
                decoder.decode(ByteBuffer.wrap(body, at, Math.min(pieceBytes, body.length - at)), bytes -> {
                    while (bytes.hasRemaining()) {
                        file.write(bytes.get());
                    }
                });
            }
            return decoder.finish() + " " + file.toString(StandardCharsets.ISO_8859_1);
        } catch (S3Exception refusal) {
            Refusal.requireOneLine(refusal);
            return refusal.error().code();
        }
    }
}
