package io.chameleon.server.manifest;

import java.io.Closeable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads the records of one file of the log, in order. Skips what is damaged, or lost with its sector. */
final class RecordReader implements Closeable {
    private static final int PIECE_BYTES = 4096;

    private final LogBytes file;
    private int offset;
    private long damagedBytes;

    /**
     * @param file closed with this
     * @param offset of a record
     */
    RecordReader(LogBytes file, int offset) {
        this.file = file;
        this.offset = Math.min(offset, file.end());
    }

    /** Null at the end. */
    @Nullable
    StoredManifest next() {
        for (int at = offset; at + LogFormat.RECORD_HEADER_BYTES <= file.end(); at++) {
            int bytes = bytes(at);
            StoredManifest found = found(at, bytes);
            if (found != null) {
                damagedBytes += at - offset;
                offset = at + bytes;
                return found;
            }
            if (isZeroFrom(at)) {
                damagedBytes += at - offset;
                offset = file.end();
                return null;
            }
        }
        damagedBytes += file.end() - offset;
        offset = file.end();
        return null;
    }

    /** Of the next record. */
    int offset() {
        return offset;
    }

    long damagedBytes() {
        return damagedBytes;
    }

    /** Of what was read so far. */
    int lostSectors() {
        return file.lostSectors();
    }

    private @Nullable StoredManifest found(int at, int bytes) {
        boolean possible = bytes > LogFormat.RECORD_HEADER_BYTES
                && bytes <= LogFormat.RECORD_HEADER_BYTES + StoredManifest.MOST_BYTES
                && at + bytes <= file.end();
        if (!possible) {
            return null;
        }
        ByteBuffer record = file.at(at, bytes);
        if (record.getInt(0) != LogFormat.crc(record)) {
            return null;
        }
        byte[] content = new byte[bytes - LogFormat.RECORD_HEADER_BYTES];
        record.get(LogFormat.RECORD_HEADER_BYTES, content);
        return StoredManifest.decode(content);
    }

    /** Of the record that begins there, if one does. */
    private int bytes(int at) {
        short length = file.at(at, LogFormat.RECORD_HEADER_BYTES).getShort(Integer.BYTES);
        return LogFormat.RECORD_HEADER_BYTES + Short.toUnsignedInt(length);
    }

    /** Bytes that were never written end the file: it gets its full length before it is full. */
    private boolean isZeroFrom(int at) {
        for (int i = at; i < file.end(); i += PIECE_BYTES) {
            ByteBuffer piece = file.at(i, Math.min(PIECE_BYTES, file.end() - i));
            while (piece.hasRemaining()) {
                if (piece.get() != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public void close() {
        file.close();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
