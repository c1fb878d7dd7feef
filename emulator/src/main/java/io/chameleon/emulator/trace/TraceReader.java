package io.chameleon.emulator.trace;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requests of a trace one at a time. Lines that start with {@code #} are comments; a header line is allowed before the
 * first request. Unless told, the format is that of the first line, and all others must be in it. Memory does not grow with the
 * file.
 */
public final class TraceReader implements AutoCloseable {
    private static final int MAX_LINE = 4_096;

    private final Path name;
    private final BufferedReader lines;
    private final TraceLine line;
    private @Nullable TraceFormat format;

    private TraceReader(Path name, InputStream bytes, @Nullable TraceFormat format) {
        this.name = name;
        this.lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8), 1 << 16);
        this.line = new TraceLine(name);
        this.format = format;
    }

    /** As {@link #open(Path, TraceFormat)}, in the format of the first line. */
    public static TraceReader open(Path file) {
        return open(file, null);
    }

    /** Opens a file; .gz and .zst are unpacked. */
    public static TraceReader open(Path file, @Nullable TraceFormat format) {
        try {
            return new TraceReader(file, unpacked(file, Files.newInputStream(file)), format);
        } catch (NoSuchFileException e) {
            throw new TraceException(file, "no such file");
        } catch (IOException e) {
            throw new TraceException(file, "cannot be read: " + e.getMessage());
        }
    }

    /** Reads a stream; {@code name} says how it is packed and stands in messages. */
    public static TraceReader of(Path name, InputStream bytes) {
        try {
            return new TraceReader(name, unpacked(name, bytes), null);
        } catch (IOException e) {
            throw new TraceException(name, "cannot be read: " + e.getMessage());
        }
    }

    private static InputStream unpacked(Path name, InputStream raw) throws IOException {
        InputStream bytes = new BufferedInputStream(raw, 1 << 16);
        String text = name.toString();
        if (text.endsWith(".gz")) {
            return new GZIPInputStream(bytes, 1 << 16);
        }
        return text.endsWith(".zst") ? new ZstdInputStream(bytes) : bytes;
    }

    /** The next request, or null at the end. */
    public @Nullable TraceRequest next() {
        try {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                line.next(text);
                if (!text.isBlank() && text.charAt(0) != '#' && !isHeader(text)) {
                    return parse(text);
                }
            }
            return null;
        } catch (IOException e) {
            throw new TraceException(name, "cannot be read after line " + line.number() + ": " + e.getMessage());
        }
    }

    private boolean isHeader(String text) {
        return format != null
                ? format.isHeader(text)
                : Arrays.stream(TraceFormat.values()).anyMatch(known -> known.isHeader(text));
    }

    private TraceRequest parse(String text) {
        String[] fields = text.length() > MAX_LINE ? new String[0] : text.split(",", -1);
        TraceFormat known = format != null ? format : TraceFormat.of(fields);
        if (known == null) {
            throw line.bad("a line of csv (" + TraceFormat.CSV.columns() + "), msr (" + TraceFormat.MSR.columns()
                    + ") or spc (" + TraceFormat.SPC.columns() + ")");
        }
        format = known;
        return known.parse(line, fields);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
