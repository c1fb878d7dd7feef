package io.chameleon.s3.form;

import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A header with parameters: {@code form-data; name="key"; filename="a.txt"}. Names are in lower case. */
final class Disposition {
    private Disposition() {}

    /** The parameters; those that are given twice are refused, since readers differ in which of them counts. */
    static Map<String, String> parameters(String header) {
        Map<String, String> parameters = new TreeMap<>();
        int at = header.indexOf(';');
        while (at >= 0 && at < header.length()) {
            int equals = header.indexOf('=', at);
            if (equals < 0) {
                break;
            }
            String name = header.substring(at + 1, equals).strip().toLowerCase(Locale.ROOT);
            StringBuilder value = new StringBuilder();
            at = value(header, equals + 1, value);
            if (name.isEmpty() || name.indexOf(';') >= 0 || parameters.put(name, value.toString()) != null) {
                throw new S3Exception(S3Error.MALFORMED_POST_REQUEST);
            }
        }
        return parameters;
    }

    /** Reads a value, quoted or not; answers where the next semicolon is, or the end. */
    private static int value(String header, int from, StringBuilder value) {
        if (from < header.length() && header.charAt(from) == '"') {
            int i = from + 1;
            while (i < header.length() && header.charAt(i) != '"') {
                // Only a quote is escaped: old browsers send paths with plain backslashes.
                boolean escaped = header.startsWith("\\\"", i);
                value.append(header.charAt(escaped ? i + 1 : i));
                i += escaped ? 2 : 1;
            }
            if (i == header.length()) {
                throw new S3Exception(S3Error.MALFORMED_POST_REQUEST);
            }
            int next = header.indexOf(';', i);
            return next < 0 ? header.length() : next;
        }
        int next = header.indexOf(';', from);
        int end = next < 0 ? header.length() : next;
        value.append(header.substring(from, end).strip());
        return end;
    }
}
