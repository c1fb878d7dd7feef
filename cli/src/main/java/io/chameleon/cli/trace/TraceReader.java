package io.chameleon.cli.trace;

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
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code time_us,op,offset,size} lines one at a time. Lines that start with {@code #} are comments; a header line is
 * allowed before the first request. Memory does not grow with the file.
 */
public final class TraceReader implements AutoCloseable {
    private static final String HEADER = "time_us,op,offset,size";
    private static final int MAX_LINE = 4_096;
    private static final long MAX_SIZE = 1L << 30;

    private final Path name;
    private final BufferedReader lines;
    private long lineNumber;

    private TraceReader(Path name, InputStream bytes) {
        this.name = name;
        this.lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8), 1 << 16);
    }

    /** Opens a file; .gz and .zst are unpacked. */
    public static TraceReader open(Path file) {
        try {
            return new TraceReader(file, unpacked(file, Files.newInputStream(file)));
        } catch (NoSuchFileException e) {
            throw new TraceException(file, "no such file");
        } catch (IOException e) {
            throw new TraceException(file, "cannot be read: " + e.getMessage());
        }
    }

    /** Reads a stream; {@code name} says how it is packed and stands in messages. */
    public static TraceReader of(Path name, InputStream bytes) {
        try {
            return new TraceReader(name, unpacked(name, bytes));
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
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                lineNumber++;
                if (!line.isEmpty() && line.charAt(0) != '#' && !line.equals(HEADER)) {
                    return parse(line);
                }
            }
            return null;
        } catch (IOException e) {
            throw new TraceException(name, "cannot be read after line " + lineNumber + ": " + e.getMessage());
        }
    }

    private TraceRequest parse(String line) {
        String[] fields = line.length() > MAX_LINE ? new String[0] : line.split(",", -1);
        if (fields.length != 4) {
            throw bad(line, "four fields " + HEADER);
        }
        boolean isWrite = fields[1].equals("W");
        if (!isWrite && !fields[1].equals("R")) {
            throw bad(line, "op W or R");
        }
        long time = number(line, fields[0], "time_us");
        long offset = number(line, fields[2], "offset");
        long size = number(line, fields[3], "size");
        if (size > MAX_SIZE || offset > Long.MAX_VALUE - size) {
            throw bad(line, "a size of at most " + MAX_SIZE + " bytes and an end below 2^63");
        }
        return new TraceRequest(time, isWrite, offset, size);
    }

    private long number(String line, String field, String what) {
        if (!field.matches("\\d{1,18}")) {
            throw bad(line, what + " to be a whole number, 0 or more");
        }
        return Long.parseLong(field);
    }

    private TraceException bad(String line, String expected) {
        return new TraceException(name, lineNumber, line, expected);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
