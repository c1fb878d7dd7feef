package io.chameleon.node.units;

import io.chameleon.core.Require;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bytes: {@code 4096}, {@code 64KiB}, {@code 1.5GiB}, {@code 10GB}. KiB is 1024 bytes, kB is 1000. */
public final class ByteSize {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?)\\s*([A-Za-z]*)");
    private static final String EXPECTED = "bytes, such as 4096, 64MiB (1024 x 1024) or 10GB (1000 x 1000 x 1000)";
    private static final Map<String, Long> BINARY = new LinkedHashMap<>();
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        long binary = 1;
        long decimal = 1;
        for (String prefix : new String[] {"K", "M", "G", "T"}) {
            binary *= 1024;
            decimal *= 1000;
            BINARY.put(prefix + "iB", binary);
            UNITS.put((prefix + "iB").toLowerCase(Locale.ROOT), binary);
            UNITS.put((prefix + "B").toLowerCase(Locale.ROOT), decimal);
        }
        UNITS.put("", 1L);
        UNITS.put("b", 1L);
    }

    private ByteSize() {}

    /**
     * Parses an amount; units in any case.
     *
     * @param what names it in the message of an {@link IllegalArgumentException}
     */
    public static long parse(String what, String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        Require.that(matcher.matches(), what, text, EXPECTED);
        Long unit = UNITS.get(matcher.group(2).toLowerCase(Locale.ROOT));
        Require.that(unit != null, what, text, EXPECTED);
        BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit == null ? 1 : unit));
        boolean whole =
                bytes.stripTrailingZeros().scale() <= 0 && bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
        Require.that(whole, what, text, "a whole number of bytes below 8 EiB");
        return bytes.longValueExact();
    }

    /** Exact, in the largest binary unit that divides it: {@code 64MiB}, {@code 1000}. */
    public static String exact(long bytes) {
        String text = Long.toString(bytes);
        for (Map.Entry<String, Long> unit : BINARY.entrySet()) {
            if (bytes != 0 && bytes % unit.getValue() == 0) {
                text = bytes / unit.getValue() + unit.getKey();
            }
        }
        return text;
    }

    /** For people, to three digits or so: {@code 512 B}, {@code 1.5 MiB}. */
    public static String human(long bytes) {
        String text = bytes + " B";
        for (Map.Entry<String, Long> unit : BINARY.entrySet()) {
            long nextBelow = unit.getValue() / 1024;
            if (bytes >= unit.getValue() - nextBelow / 20) { // which is 1024.0 of the unit below
                BigDecimal amount =
                        BigDecimal.valueOf(bytes).divide(BigDecimal.valueOf(unit.getValue()), 1, RoundingMode.HALF_UP);
                text = amount + " " + unit.getKey();
            }
        }
        return text;
    }
}
