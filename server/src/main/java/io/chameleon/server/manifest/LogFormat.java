package io.chameleon.server.manifest;

import io.chameleon.core.format.FormatVersion;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The bytes of a file of a {@link ManifestLog}. Little-endian.
 * <pre>
 * file
 * off  len  field
 *   0    8  magic          "CHAMMAN" and a zero
 *   8    4  formatVersion  see ManifestFormat
 *  12    4  zero
 *  16       records, one behind the other, then zeros
 *
 * record
 * off  len  field
 *   0    4  crc            CRC-32C of bytes [4, 6 + length)
 *   4    2  length         unsigned; 0: no record any more
 *   6       a StoredManifest
 * </pre>
 */
final class LogFormat {
    static final int HEADER_BYTES = 16;
    static final int RECORD_HEADER_BYTES = 6;

    private static final byte[] MAGIC = "CHAMMAN\0".getBytes(StandardCharsets.US_ASCII);

    private LogFormat() {}

    static ByteBuffer buffer(int bytes) {
        return wrap(new byte[bytes]);
    }

    static ByteBuffer wrap(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static ByteBuffer header() {
        return buffer(HEADER_BYTES).put(0, MAGIC).putInt(MAGIC.length, ManifestFormat.CURRENT.number());
    }

    /**
     * A file whose magic is damaged is read all the same: its records have checksums.
     *
     * @param file its beginning
     * @throws io.chameleon.core.format.UnreadFormatException if this is a file of another version
     */
    static void requireKnown(ByteBuffer file, Path path) {
        boolean isOurs =
                file.limit() >= HEADER_BYTES && file.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
        if (isOurs) {
            ManifestFormat _ =
                    FormatVersion.of(file.getInt(MAGIC.length), path + ": manifest format", ManifestFormat.values());
        }
    }

    static ByteBuffer record(StoredManifest manifest) {
        byte[] content = manifest.encode();
        ByteBuffer record = buffer(RECORD_HEADER_BYTES + content.length);
        record.putShort(Integer.BYTES, (short) content.length).put(RECORD_HEADER_BYTES, content);
        return record.putInt(0, crc(record));
    }

    /** Of a whole record. */
    static int crc(ByteBuffer record) {
        CRC32C crc = new CRC32C();
        crc.update(record.slice(Integer.BYTES, record.limit() - Integer.BYTES));
        return (int) crc.getValue();
    }
}
