package io.chameleon.lab.emulator.trace;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.GZIPInputStream;

/** Reads plain and packed files. */
public final class TraceFiles {
    private static final int BUFFER = 1 << 16;

    private TraceFiles() {}

    /** The bytes of a file; those that end in .gz or .zst are unpacked. */
    public static InputStream open(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new TraceException(file, "a directory given, expected a file");
            }
            return unpacked(file, Files.newInputStream(file));
        } catch (NoSuchFileException e) {
            throw new TraceException(file, "no such file");
        } catch (IOException e) {
            throw new TraceException(file, "cannot be read: " + e.getMessage());
        }
    }

    /** @param name says how the bytes are packed */
    static InputStream unpacked(Path name, InputStream raw) throws IOException {
        InputStream bytes = new BufferedInputStream(raw, BUFFER);
        String text = name.toString();
        if (text.endsWith(".gz")) {
            return new GZIPInputStream(bytes, BUFFER);
        }
        return text.endsWith(".zst") ? new ZstdInputStream(bytes) : bytes;
    }

    /** The CRC-32C of a file, as it is packed. */
    public static long checksum(Path file) {
        CRC32C sum = new CRC32C();
        try (InputStream bytes = new CheckedInputStream(Files.newInputStream(file), sum)) {
            bytes.transferTo(OutputStream.nullOutputStream());
            return sum.getValue();
        } catch (NoSuchFileException e) {
            throw new TraceException(file, "no such file");
        } catch (IOException e) {
            throw new TraceException(file, "cannot be read: " + e.getMessage());
        }
    }
}
