package io.chameleon.ycsb;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A record as the bytes of an object: the number of fields (4 bytes), then for each its name (as
 * {@link DataOutputStream#writeUTF}), its length (4 bytes) and its bytes. Big-endian.
 */
final class RecordFormat {
    private RecordFormat() {}

    static byte[] encode(Map<String, byte[]> fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(fields.size());
            for (Map.Entry<String, byte[]> field : fields.entrySet()) {
                out.writeUTF(field.getKey());
                out.writeInt(field.getValue().length);
                out.write(field.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a field's name is longer than 65535 bytes", e);
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalArgumentException if the object is not a record */
    static Map<String, byte[]> decode(byte[] record) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(record))) {
            Map<String, byte[]> fields = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                String name = in.readUTF();
                int length = in.readInt();
                if (length < 0 || length > in.available()) {
                    throw new IOException(
                            "field " + name + " of " + length + " bytes, " + in.available() + " are left");
                }
                fields.put(name, in.readNBytes(length));
            }
            return fields;
        } catch (IOException e) {
            throw new IllegalArgumentException("an object that is no YCSB record: " + e.getMessage(), e);
        }
    }
}
