package io.chameleon.ycsb;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/** The fields of a record, as YCSB has them and as we have them. */
final class Fields {
    private Fields() {}

    static Map<String, byte[]> bytes(Map<String, ByteIterator> values) {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        values.forEach((name, value) -> fields.put(name, value.toArray()));
        return fields;
    }

    /** Copies the requested fields, all if {@code wanted} is null. */
    static void copy(Map<String, byte[]> fields, @Nullable Set<String> wanted, Map<String, ByteIterator> result) {
        fields.forEach((name, value) -> {
            if (wanted == null || wanted.contains(name)) {
                result.put(name, new ByteArrayByteIterator(value));
            }
        });
    }
}
