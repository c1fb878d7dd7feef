package io.chameleon.server.manifest;

import io.chameleon.core.Require;
import io.chameleon.core.WriteId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A manifest at rest. As bytes, little-endian:
 * <pre>
 * off  len  field
 *   0    8  writeId, high word
 *   8    8  writeId, low word
 *  16    1  length of principal
 *  17    n  principal, UTF-8
 *  17+n     manifest: a ManifestP (docs/reference/wire.md) without its scheme, which the fragments tell
 * </pre>
 *
 * @param principal the user who put it; empty for a process of the cluster, and without authentication
 */
public record StoredManifest(WriteId writeId, String principal, byte[] manifest) {
    /** Of a record: the longest key, content type and user metadata, with some to spare. */
    static final int MOST_BYTES = 32 << 10;

    private static final int FIXED_BYTES = 17;
    private static final int MOST_PRINCIPAL_BYTES = 255;

    public StoredManifest {
        int principalBytes = principal.getBytes(StandardCharsets.UTF_8).length;
        Require.that(
                principalBytes <= MOST_PRINCIPAL_BYTES,
                "principal of a manifest",
                principal,
                "at most " + MOST_PRINCIPAL_BYTES + " bytes");
        int bytes = FIXED_BYTES + principalBytes + manifest.length;
        Require.that(bytes <= MOST_BYTES, "bytes of a manifest", bytes, "at most " + MOST_BYTES);
    }

    byte[] encode() {
        byte[] name = principal.getBytes(StandardCharsets.UTF_8);
        ByteBuffer record = LogFormat.buffer(FIXED_BYTES + name.length + manifest.length);
        record.putLong(writeId.high()).putLong(writeId.low());
        return record.put((byte) name.length).put(name).put(manifest).array();
    }

    /** @throws IllegalArgumentException if these are not the bytes of one */
    static StoredManifest decode(byte[] record) {
        Require.that(record.length >= FIXED_BYTES, "bytes of a manifest", record.length, "at least " + FIXED_BYTES);
        ByteBuffer buffer = LogFormat.wrap(record);
        WriteId writeId = new WriteId(buffer.getLong(), buffer.getLong());
        int end = FIXED_BYTES + Byte.toUnsignedInt(buffer.get());
        Require.that(end <= record.length, "length of a manifest's principal", end - FIXED_BYTES, "within its record");
        String principal = new String(record, FIXED_BYTES, end - FIXED_BYTES, StandardCharsets.UTF_8);
        return new StoredManifest(writeId, principal, Arrays.copyOfRange(record, end, record.length));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredManifest that
                && writeId.equals(that.writeId)
                && principal.equals(that.principal)
                && Arrays.equals(manifest, that.manifest);
    }

    @Override
    public int hashCode() {
        return writeId.hashCode();
    }
}
