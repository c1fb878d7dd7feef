package io.chameleon.lab.emulator.trace;

import io.chameleon.lab.fuzz.Refusal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Trace files. The first byte picks the format, the second how the file is packed and whether bad lines end the
 * reading.
 */
public final class TraceFuzz {
    private static final Path[] NAMES = {Path.of("t.csv"), Path.of("t.csv.gz"), Path.of("t.csv.zst")};
    private static final int STRICT = 0x80;

    private TraceFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length < 2) {
            return;
        }
        TraceFormat[] formats = TraceFormat.values();
        int choice = (data[0] & 0xFF) % (formats.length + 1);
        @Nullable TraceFormat format = choice == formats.length ? null : formats[choice];
        Path name = NAMES[(data[1] & 0x7F) % NAMES.length];
        BadLines bad = (data[1] & STRICT) != 0 ? BadLines.strict() : BadLines.tolerant();
        var bytes = new ByteArrayInputStream(Arrays.copyOfRange(data, 2, data.length));
        try (TraceReader reader = TraceReader.of(name, bytes, format, bad)) {
            for (TraceRequest request = reader.next(); request != null; request = reader.next()) {
                if (request.offset() < 0 || request.size() < 0 || request.offset() + request.size() < 0) {
                    throw new IllegalStateException("line " + reader.lines() + ": " + request);
                }
            }
        } catch (TraceException refused) {
            Refusal.requireOneLine(refused);
        }
    }
}
