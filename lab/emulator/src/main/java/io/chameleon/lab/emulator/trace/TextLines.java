package io.chameleon.lab.emulator.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Splits bytes into lines. Of an overlong one only the beginning is kept, so that no file takes much memory. */
final class TextLines implements AutoCloseable {
    /** nfsdump prints a whole directory in a line. */
    static final int MAX_BYTES = 1 << 18;

    private final InputStream bytes;
    private final byte[] buffer = new byte[1 << 16];
    private final byte[] line = new byte[MAX_BYTES];
    private int next;
    private int end;
    private boolean wasCut;

    TextLines(InputStream bytes) {
        this.bytes = bytes;
    }

    /** Without its end; null after the last. */
    @Nullable
    String next() throws IOException {
        int length = 0;
        boolean any = false;
        wasCut = false;
        while (next < end || fill()) {
            any = true;
            byte one = buffer[next++];
            if (one == '\n') {
                break;
            }
            if (length < MAX_BYTES) {
                line[length++] = one;
            } else {
                wasCut = true;
            }
        }
        if (!any) {
            return null;
        }
        int kept = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        return new String(line, 0, kept, StandardCharsets.UTF_8);
    }

    /** Whether the last line was longer than {@link #MAX_BYTES}. */
    boolean wasCut() {
        return wasCut;
    }

    private boolean fill() throws IOException {
        next = 0;
        end = Math.max(0, bytes.read(buffer, 0, buffer.length));
        return end > 0;
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
