package io.chameleon.lab.common;

import java.util.List;
import java.util.stream.Collectors;

/** Rows in the format of RFC 4180, with Unix line ends. */
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
