package io.chameleon.lab.emulator.trace;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.GZIPInputStream;

/** Reads plain and packed files. */
public final class TraceFiles {
    private static final int BUFFER = 1 << 16;
    /** U+FEFF in UTF-8, which some editors and spreadsheets write at the start of a text. */
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private TraceFiles() {}

    /** The bytes of a file; those that end in .gz or .zst are unpacked. */
    public static InputStream open(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new TraceException(file, "a directory given, expected a file");
            }
            return unpacked(file, Files.newInputStream(file));
        } catch (IOException e) {
            throw unreadable(file, "", e);
        }
    }

    /** @param where such as {@code " after line 3"} */
    static TraceException unreadable(Path file, String where, IOException e) {
        String problem = "cannot be read" + where + ": ";
        return switch (e) {
            case NoSuchFileException ignored -> new TraceException(file, "no such file");
            case AccessDeniedException ignored -> new TraceException(file, problem + "no permission");
            case EOFException ignored -> new TraceException(file, problem + "it is cut off");
            default -> new TraceException(file, problem + e.getMessage());
        };
    }

    /** @param name says how the bytes are packed */
    static InputStream unpacked(Path name, InputStream raw) throws IOException {
        InputStream bytes = new BufferedInputStream(raw, BUFFER);
        String text = name.toString();
        if (text.endsWith(".gz")) {
            return afterMark(new GZIPInputStream(bytes, BUFFER));
        }
        return afterMark(text.endsWith(".zst") ? new ZstdInputStream(bytes) : bytes);
    }

    private static InputStream afterMark(InputStream text) throws IOException {
        PushbackInputStream rest = new PushbackInputStream(text, BYTE_ORDER_MARK.length);
        byte[] head = rest.readNBytes(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(head, BYTE_ORDER_MARK)) {
            rest.unread(head);
        }
        return rest;
    }

    /** The CRC-32C of a file, as it is packed. */
    public static long checksum(Path file) {
        CRC32C sum = new CRC32C();
        try (InputStream bytes = new CheckedInputStream(Files.newInputStream(file), sum)) {
            bytes.transferTo(OutputStream.nullOutputStream());
            return sum.getValue();
        } catch (IOException e) {
            throw unreadable(file, "", e);
        }
    }
}
