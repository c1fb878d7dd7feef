package io.chameleon.lab.common;

import java.util.List;
import java.util.stream.Collectors;

/** Rows as RFC 4180 has them, with the line ends of Unix. */
public final class Csv {
    private Csv() {}

    public static String of(List<List<String>> rows) {
        return rows.stream()
                .map(row -> row.stream().map(Csv::cell).collect(Collectors.joining(",", "", "\n")))
                .collect(Collectors.joining());
    }

    private static String cell(String text) {
        return text.matches("[^\",\\r\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
