package io.chameleon.lab.emulator.workload;

import io.chameleon.lab.emulator.trace.TraceException;
import io.chameleon.lab.emulator.trace.TraceFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** Reads values of a YCSB workload file; an error names the key of a bad value. */
final class YcsbProperties {
    private static final int MAX_BYTES = 1 << 20;

    private final Path file;
    private final Properties values = new Properties();

    private YcsbProperties(Path file) {
        this.file = file;
    }

    static YcsbProperties read(Path file) {
        YcsbProperties properties = new YcsbProperties(file);
        try (InputStream bytes = TraceFiles.open(file)) {
            byte[] head = bytes.readNBytes(MAX_BYTES + 1);
            if (head.length > MAX_BYTES) {
                throw new TraceException(file, "longer than a YCSB workload file of " + MAX_BYTES + " bytes");
            }
            properties.values.load(new ByteArrayInputStream(head));
        } catch (IOException | IllegalArgumentException e) {
            throw new TraceException(file, "cannot be read: " + e.getMessage());
        }
        return properties;
    }

    /** Those of a model, by whose name errors call them. */
    static YcsbProperties of(String name, Map<String, String> values) {
        YcsbProperties properties = new YcsbProperties(Path.of(name));
        properties.values.putAll(values);
        return properties;
    }

    String text(String key, String standard) {
        return values.getProperty(key, standard).strip();
    }

    /** A whole number from {@code least} to {@code most}. */
    int whole(String key, String standard, int least, int most) {
        double value = number(key, standard, least, most);
        if (value != Math.rint(value)) {
            throw bad(key, "a whole number");
        }
        return (int) value;
    }

    double number(String key, String standard, double least, double most) {
        String expected = "a number from " + plain(least) + " to " + plain(most);
        try {
            double value = Double.parseDouble(text(key, standard));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw bad(key, expected);
        }
        throw bad(key, expected);
    }

    private static String plain(double limit) {
        return limit == Math.rint(limit) ? String.valueOf((long) limit) : String.valueOf(limit);
    }

    TraceException bad(String key, String expected) {
        String given = text(key, "nothing").replaceAll("\\p{Cntrl}", "?");
        String shown = given.length() <= 80 ? given : given.substring(0, 80) + "...";
        return new TraceException(file, key + ": '" + shown + "' given, expected " + expected);
    }
}
