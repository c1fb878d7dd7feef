package io.chameleon.lab.simulation.role;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What clients have written to each key, so that a range of bytes can be distinguished from everything else. */
public final class Written {
    private record Value(long number, int size) {}

    private final Map<String, List<Value>> byKey = new HashMap<>();

    byte[] bytes(String key, long number, int size) {
        byKey.computeIfAbsent(key, any -> new ArrayList<>()).add(new Value(number, size));
        return Values.bytes(number, size);
    }

    /** The values that have these bytes from {@code offset} on, {@code length} of them or up to the end. */
    List<Long> withRange(String key, int offset, int length, byte[] bytes) {
        return byKey.getOrDefault(key, List.of()).stream()
                .filter(value -> isRange(Values.bytes(value.number, value.size), offset, length, bytes))
                .map(Value::number)
                .toList();
    }

    private static boolean isRange(byte[] whole, int offset, int length, byte[] bytes) {
        int end = (int) Math.min(whole.length, (long) offset + length);
        return offset <= end && Arrays.equals(whole, offset, end, bytes, 0, bytes.length);
    }
}
