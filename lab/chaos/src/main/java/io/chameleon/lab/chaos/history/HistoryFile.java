package io.chameleon.lab.chaos.history;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** A log as a gzipped file of comma-separated values. */
final class HistoryFile {
    private HistoryFile() {}

    /**
     * Writes a line for each entry: the name of its key, then its columns.
     *
     * @param header the first line
     */
    static <T> void write(
            Path file, String header, KeyedLog<T> log, IntFunction<String> names, Function<T, Stream<Object>> columns)
            throws IOException {
        try (BufferedWriter out = new BufferedWriter(
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8))) {
            out.write(header + "\n");
            for (int key = 0; key < log.keys(); key++) {
                String name = names.apply(key);
                for (T entry : log.of(key)) {
                    out.write(columns.apply(entry)
                            .map(Object::toString)
                            .collect(Collectors.joining(",", name + ",", "\n")));
                }
            }
        }
    }
}
