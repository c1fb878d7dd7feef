package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.Progress;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.ObjectStream;
import io.chameleon.client.internal.transfer.PartFile;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.node.units.ByteSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon get}. A file appears, or is replaced, only once all bytes have arrived and are checked. */
@Command(name = "get", description = "Fetches an object, or a part of it, into a file or to stdout.")
@SuppressWarnings("NullAway.Init")
public final class GetCommand implements Callable<Integer> {
    /** What a summary must not be mixed with, under all its names. */
    private static final Set<String> STDOUT = Set.of("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "BUCKET/KEY", converter = ObjectPath.class, description = "What to fetch.")
    private ObjectId object;

    @Parameters(
            index = "1",
            paramLabel = "FILE|-",
            description = "Where to; - for stdout, a directory for a file in it.")
    private String target;

    @Option(
            names = "--range",
            paramLabel = "FROM-TO",
            converter = ByteSpan.Converter.class,
            description = "Only these bytes, both included, from 0; FROM- for all from there.")
    private ByteSpan range = ByteSpan.ALL;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description = "Parts to read at the same time, into a file; 1 to 64. Default: ${DEFAULT-VALUE}.")
    private int parallel = 1;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public GetCommand(Terminal terminal) {
        this.terminal = terminal;
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() throws IOException {
        boolean toStdout = STDOUT.contains(target);
        Require.that(parallel == 1 || !toStdout, "--parallel", parallel, "a FILE to write to, not -");
        try (ClusterConnection connection = cluster.connect()) {
            if (toStdout) {
                print(connection);
                return ExitCode.OK;
            }
            Path file = file();
            long bytes = save(connection, file);
            answers.answer(
                    () -> Map.of(
                            "bucket", object.bucket(), "key", object.key(), "file", file.toString(), "bytes", bytes),
                    () -> object + "  " + ByteSize.human(bytes) + "  -> " + file);
            return ExitCode.OK;
        }
    }

    private ObjectStream open(ClusterConnection connection) {
        return connection.client().open(object.bucket(), object.key(), range.from(), range.length());
    }

    private void print(ClusterConnection connection) {
        try (ObjectStream stream = open(connection)) {
            copy(stream, terminal.out());
            terminal.out().flush();
        } catch (IOException e) {
            throw new CommandFailure("stdout: " + e.getMessage(), e);
        }
    }

    private Path file() {
        Path path = Path.of(target);
        if (!Files.isDirectory(path)) {
            return path;
        }
        Path name = Path.of(object.key()).getFileName();
        boolean isFile = name != null && !Set.of(".", "..").contains(name.toString());
        Require.that(isFile, "FILE", target, "a file, not a directory: the key " + object.key() + " ends in no name");
        return path.resolve(String.valueOf(name));
    }

    private long save(ClusterConnection connection, Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new IllegalArgumentException(
                    "FILE: '" + file + "' given, expected a file in a directory that exists");
        }
        try {
            // A device or a pipe takes the bytes; a file of that name in its place would be of no use to anyone.
            return Files.exists(file) && !Files.isRegularFile(file)
                    ? stream(connection, file)
                    : replace(connection, file);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException | UncheckedIOException e) {
            throw new CommandFailure(file + ": " + e.getMessage(), e);
        }
    }

    private long replace(ClusterConnection connection, Path file) throws IOException {
        PartFile fresh = PartFile.beside(file);
        // Ctrl-C ends the process without the block below.
        fresh.path().toFile().deleteOnExit();
        try {
            long bytes = parallel == 1 ? stream(connection, fresh.path()) : parts(connection, fresh.path());
            fresh.replaceTarget();
            return bytes;
        } finally {
            fresh.delete();
        }
    }

    private long stream(ClusterConnection connection, Path to) throws IOException {
        try (ObjectStream stream = open(connection);
                OutputStream out = Files.newOutputStream(to, StandardOpenOption.WRITE)) {
            return copy(stream, out);
        }
    }

    private long parts(ClusterConnection connection, Path fresh) throws IOException {
        try (FileChannel out = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            ObjectInfo unused = connection
                    .client()
                    .getRangeTo(object.bucket(), object.key(), range.from(), range.length(), out, parallel);
            return out.size();
        }
    }

    private long copy(ObjectStream stream, OutputStream out) throws IOException {
        ObjectInfo info = stream.info();
        long expected = Math.min(info.size(), Math.addExact(range.to(), 1)) - range.from();
        try (Progress progress = Progress.ofBytes("get " + object.key(), expected)) {
            InputStream counted = new CountingInputStream(stream, progress);
            return counted.transferTo(out);
        }
    }
}
