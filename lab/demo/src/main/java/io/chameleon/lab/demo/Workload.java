package io.chameleon.lab.demo;

import io.chameleon.lab.emulator.trace.Extents;
import io.chameleon.lab.emulator.trace.TraceReader;
import io.chameleon.lab.emulator.trace.TraceRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What is stored and overwritten.
 *
 * @param root directory of the files
 * @param files relative to {@code root}, in order
 * @param extents distinct extents that the trace writes, in order
 * @param writes indexes into {@code extents}, in the order of the trace
 * @param requests trace requests read, reads included
 */
record Workload(Path root, List<Path> files, long[] extents, int[] writes, long requests) {
    private static final List<String> SKIPPED =
            List.of(".git", "target", "node_modules", "demo-report", "chameleon-data");

    static Workload read(DemoConfig config, TraceReader trace) {
        LongStream.Builder touched = LongStream.builder();
        long requests = 0;
        TraceRequest request = trace.next();
        while (request != null && (config.limit() == 0 || requests < config.limit())) {
            requests++;
            if (request.isWrite()) {
                Extents.touched(request).forEach(touched);
            }
            request = trace.next();
        }
        long[] order = touched.build().toArray();
        long[] extents = Arrays.stream(order).sorted().distinct().toArray();
        int[] writes = Arrays.stream(order)
                .mapToInt(extent -> Arrays.binarySearch(extents, extent))
                .toArray();
        return new Workload(config.input(), files(config.input()), extents, writes, requests);
    }

    /** Regular files below {@code root}, without version control and build output. */
    private static List<Path> files(Path root) {
        if (!Files.isDirectory(root)) {
            throw new IllegalArgumentException("--input: '" + root + "' given, expected a directory");
        }
        try (Stream<Path> tree = Files.walk(root)) {
            return tree.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(file -> Stream.of(file.toString().split("/")).noneMatch(SKIPPED::contains))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("--input: cannot read " + root + ": " + e.getMessage(), e);
        }
    }

    long fileBytes(Path file) {
        try {
            return Files.size(root.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + root.resolve(file) + ": " + e.getMessage(), e);
        }
    }
}
