package io.chameleon.lab.emulator.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requests of a trace one at a time. Lines that start with {@code #} are comments; a header line may appear
 * anywhere. By default, the format is that of the first good line, and all others must have it. Memory does not grow
 * with the file, except for the names of its volumes.
 */
public final class TraceReader implements AutoCloseable {
    private final Path name;
    private final TextLines lines;
    private final TraceLine line;
    private final BadLines badLines;
    private @Nullable TraceFormat format;
    private TraceHeader header = TraceHeader.NONE;

    private TraceReader(Path name, InputStream bytes, @Nullable TraceFormat format, BadLines badLines) {
        this.name = name;
        this.lines = new TextLines(bytes);
        this.line = new TraceLine(name);
        this.format = format;
        this.badLines = badLines;
    }

    /** As {@link #open(Path, TraceFormat)}, in the format of the first line. */
    public static TraceReader open(Path file) {
        return open(file, null);
    }

    /** As {@link #open(Path, TraceFormat, BadLines)}, stopping at the first bad line. */
    public static TraceReader open(Path file, @Nullable TraceFormat format) {
        return open(file, format, BadLines.strict());
    }

    /**
     * Opens a file; .gz and .zst are unpacked.
     *
     * @param badLines receives every line that is not a request
     */
    public static TraceReader open(Path file, @Nullable TraceFormat format, BadLines badLines) {
        return new TraceReader(file, TraceFiles.open(file), format, badLines);
    }

    /** Reads a stream; {@code name} says how it is packed and appears in messages. */
    public static TraceReader of(Path name, InputStream bytes) {
        return of(name, bytes, null, BadLines.strict());
    }

    static TraceReader of(Path name, InputStream bytes, @Nullable TraceFormat format, BadLines badLines) {
        try {
            return new TraceReader(name, TraceFiles.unpacked(name, bytes), format, badLines);
        } catch (IOException e) {
            throw TraceFiles.unreadable(name, "", e);
        }
    }

    /** The next request, or null at the end. */
    public @Nullable TraceRequest next() {
        try {
            for (String text = lines.next(); text != null; text = lines.next()) {
                line.next(text);
                if (text.startsWith("#")) {
                    header = line.number() == 1 ? TraceHeader.of(text) : header;
                } else if (!text.isBlank() && !isHeader(text)) {
                    TraceRequest request = parse();
                    if (request != null) {
                        return request;
                    }
                }
            }
            return null;
        } catch (IOException e) {
            throw TraceFiles.unreadable(name, " after line " + line.number(), e);
        }
    }

    /** What the first line says; known once the first request is. */
    public TraceHeader header() {
        return header;
    }

    /** Lines read so far. */
    public long lines() {
        return line.number();
    }

    /** Reports that the line of the last request is a bad one after all. */
    public void reject(String expected) {
        report(line.bad(expected));
    }

    private boolean isHeader(String text) {
        return format != null
                ? format.isHeader(text)
                : Arrays.stream(TraceFormat.values()).anyMatch(known -> known.isHeader(text));
    }

    private @Nullable TraceRequest parse() {
        try {
            line.require(!lines.wasCut(), "a line of at most " + TextLines.MAX_BYTES + " bytes");
            TraceFormat known = format != null ? format : TraceFormat.of(line);
            if (known == null) {
                throw line.bad("a line of " + String.join(", ", TraceFormat.names()));
            }
            TraceRequest request = known.parse(line);
            if (request != null) {
                format = known;
            }
            return request;
        } catch (TraceException e) {
            report(e);
            return null;
        }
    }

    private void report(TraceException e) {
        BadLine bad = e.badLine();
        if (bad == null) {
            throw e;
        }
        badLines.add(e, bad);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
