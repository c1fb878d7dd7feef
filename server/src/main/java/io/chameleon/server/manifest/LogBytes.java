package io.chameleon.server.manifest;

import io.chameleon.simssd.file.SalvagingReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * The bytes of a file of the log, of which a part is in memory. Not a mapping of the file: where the medium has lost a
 * sector, reading a mapping ends the process.
 */
final class LogBytes implements Closeable {
    /** Holds at least one record, and a page that is read at once. */
    private static final int WINDOW_BYTES = 256 << 10;

    private final SalvagingReader reader;
    private final Closeable file;
    private final String name;
    private final int end;
    private ByteBuffer window = LogFormat.buffer(0);
    private int begin;

    /** @param end of what is read */
    LogBytes(SalvagingReader.Source source, Closeable file, String name, int end) {
        this.reader = new SalvagingReader(source);
        this.file = file;
        this.name = name;
        this.end = end;
    }

    static LogBytes empty() {
        return new LogBytes((_, _) -> -1, () -> {}, "", 0);
    }

    int end() {
        return end;
    }

    /** At most 64 KiB from this offset on, in little-endian, at index 0; the caller does not keep them. */
    ByteBuffer at(int offset, int bytes) {
        if (offset < begin || offset + bytes > begin + window.limit()) {
            load(offset);
        }
        return window.slice(offset - begin, bytes).order(window.order());
    }

    private void load(int offset) {
        ByteBuffer loaded = LogFormat.buffer(Math.min(WINDOW_BYTES, end - offset));
        try {
            int _ = reader.read(loaded, offset);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read manifests in " + name + ": " + e.getMessage(), e);
        }
        window = loaded.flip();
        begin = offset;
    }

    /** Of what was read so far. */
    int lostSectors() {
        return reader.lostSectors();
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + name + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
