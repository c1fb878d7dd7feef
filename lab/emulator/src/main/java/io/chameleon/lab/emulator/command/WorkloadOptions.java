package io.chameleon.lab.emulator.command;

import io.chameleon.core.Require;
import io.chameleon.lab.emulator.workload.SyntheticWorkloads;
import io.chameleon.lab.emulator.workload.TraceWorkloads;
import io.chameleon.lab.emulator.workload.WorkloadFiles;
import io.chameleon.node.units.ByteSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What to replay. */
final class WorkloadOptions {
    private static final int MAX_EPOCHS = 1_000_000;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            split = ",",
            completionCandidates = Names.class,
            description = "Synthetic workloads: ${COMPLETION-CANDIDATES}.")
    private List<String> names = List.of();

    @Option(
            names = "--scale",
            paramLabel = "X",
            description = "Of the numbers of requests and objects of synthetic workloads. Default: ${DEFAULT-VALUE}.")
    private double scale = 1;

    @Option(names = "--trace", paramLabel = "FILE", split = ",", description = "Recordings, plain, .gz or .zst.")
    private List<Path> traces = List.of();

    @Option(
            names = "--trace-format",
            paramLabel = "FORMAT",
            converter = FormatConverter.class,
            completionCandidates = Formats.class,
            description = "Format of the recordings: ${COMPLETION-CANDIDATES}. Default: told by their first lines.")
    private @Nullable String format;

    @Option(
            names = "--extent",
            paramLabel = "SIZE",
            converter = ExtentConverter.class,
            description = "Bytes of a volume that make one object. Default: 64KiB.")
    private int extent = TraceWorkloads.DEFAULT_EXTENT_BYTES;

    @Option(names = "--strict", description = "Stop at the first bad line of a recording, instead of counting them.")
    private boolean strict;

    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "Balancing intervals of a pass. Default: one for each hour, eight for a recording.")
    private @Nullable Integer epochs;

    @Option(
            names = "--loops",
            paramLabel = "N",
            description =
                    "Passes over the workload. Default: 1; of a recording, as many as write its data 20 times over, 8 to 32.")
    private @Nullable Integer loops;

    private static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SyntheticWorkloads.names().iterator();
        }
    }

    private static final class Formats implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return WorkloadFiles.formats().iterator();
        }
    }

    /** Reads a format. */
    static final class FormatConverter implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            return converted(() -> WorkloadFiles.format(text));
        }
    }

    /** Reads an extent. */
    static final class ExtentConverter implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return converted(() -> Math.toIntExact(Math.min(Integer.MAX_VALUE, ByteSize.parse("extent", text))));
        }
    }

    private static <T> T converted(Supplier<T> conversion) {
        try {
            return conversion.get();
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    Epochs epochs() {
        return new Epochs(given("--epochs", epochs), given("--loops", loops));
    }

    private static int given(String option, @Nullable Integer value) {
        if (value == null) {
            return 0;
        }
        Require.that(value >= 1 && value <= MAX_EPOCHS, option, value, "1 to " + MAX_EPOCHS);
        return value;
    }

    /** The sources for one seed; recordings are the same for all, and YCSB's properties are not. */
    List<WorkloadSource> sources(long seed) {
        Require.that(
                !names.isEmpty() || !traces.isEmpty(), "--workload", "", "a workload, or a recording given by --trace");
        List<WorkloadSource> sources = new ArrayList<>();
        for (String name : names) {
            Require.that(
                    SyntheticWorkloads.names().contains(name),
                    "--workload",
                    name,
                    "one of " + String.join(", ", SyntheticWorkloads.names()));
            Require.that(
                    scale > 0 && scale <= SyntheticWorkloads.MAX_SCALE,
                    "--scale",
                    scale,
                    "above 0, at most " + SyntheticWorkloads.MAX_SCALE);
            sources.add(new SyntheticSource(name, scale, seed));
        }
        for (Path trace : traces) {
            // A pipe would be empty when it is read again.
            Require.that(
                    Files.isReadable(trace) && Files.isRegularFile(trace),
                    "--trace",
                    trace,
                    "a file that can be read, several times");
            TraceSource source = TraceSource.of(trace, format, extent, strict, seed);
            Require.that(
                    sources.stream().noneMatch(other -> other.name().equals(source.name())),
                    "--trace",
                    trace,
                    "one file for each name: a second " + source.name());
            sources.add(source);
        }
        return sources;
    }
}
