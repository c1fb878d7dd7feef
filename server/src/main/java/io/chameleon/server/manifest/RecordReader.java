package io.chameleon.server.manifest;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads the records of one file of the log, in order. Skips what is damaged. */
final class RecordReader {
    private final ByteBuffer file;
    private int offset;
    private long damagedBytes;

    /**
     * @param file little-endian, its limit the end of what may be read
     * @param offset of a record
     */
    RecordReader(ByteBuffer file, int offset) {
        this.file = file;
        this.offset = Math.min(offset, file.limit());
    }

    /** Null at the end. */
    @Nullable
    StoredManifest next() {
        for (int at = offset; at + LogFormat.RECORD_HEADER_BYTES <= file.limit(); at++) {
            StoredManifest found = at(at);
            if (found != null) {
                damagedBytes += at - offset;
                offset = at + LogFormat.RECORD_HEADER_BYTES + length(at);
                return found;
            }
            if (file.getInt(at) == 0 && isZeroFrom(at)) {
                damagedBytes += at - offset;
                offset = file.limit();
                return null;
            }
        }
        damagedBytes += file.limit() - offset;
        offset = file.limit();
        return null;
    }

    /** Of the next record. */
    int offset() {
        return offset;
    }

    long damagedBytes() {
        return damagedBytes;
    }

    private @Nullable StoredManifest at(int at) {
        int length = length(at);
        int begin = at + LogFormat.RECORD_HEADER_BYTES;
        if (length == 0
                || length > StoredManifest.MOST_BYTES
                || begin + length > file.limit()
                || file.getInt(at) != LogFormat.crc(file, at, length)) {
            return null;
        }
        byte[] record = new byte[length];
        file.get(begin, record);
        return StoredManifest.decode(record);
    }

    private int length(int at) {
        return Short.toUnsignedInt(file.getShort(at + Integer.BYTES));
    }

    /** Bytes that were never written end the file: it gets its full length before it is full. */
    private boolean isZeroFrom(int at) {
        for (int i = at; i < file.limit(); i++) {
            if (file.get(i) != 0) {
                return false;
            }
        }
        return true;
    }
}
