package io.chameleon.s3.auth;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;

/** Signed headers as a signature covers them: a line for each name, with all of its values. */
final class CanonicalHeaders {
    private CanonicalHeaders() {}

    static void append(StringBuilder text, HttpHeaders headers, List<String> names) {
        for (String name : names) {
            text.append(name).append(':');
            appendValues(text, headers, name);
            text.append('\n');
        }
    }

    private static void appendValues(StringBuilder text, HttpHeaders headers, String name) {
        boolean first = true;
        for (String value : headers.getAll(name)) {
            if (!first) {
                text.append(',');
            }
            appendTrimmed(text, value);
            first = false;
        }
    }

    /** Without white space at the ends, and with one space for any inside. */
    private static void appendTrimmed(StringBuilder text, String value) {
        int start = text.length();
        boolean space = false;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == ' ' || (c >= '\t' && c <= '\r')) {
                space = true;
            } else {
                if (space && text.length() > start) {
                    text.append(' ');
                }
                space = false;
                text.append(c);
            }
        }
    }
}
