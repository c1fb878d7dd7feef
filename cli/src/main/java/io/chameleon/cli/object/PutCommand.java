package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.ObjectViews;
import io.chameleon.cli.kit.SizeConverter;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.Progress;
import io.chameleon.client.ObjectSource;
import io.chameleon.client.PutResult;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.node.units.ByteSize;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon put}. */
@Command(name = "put", description = "Stores a file, or stdin, as an object.")
@SuppressWarnings("NullAway.Init")
public final class PutCommand implements Callable<Integer> {
    private static final String STDIN = "-";
    private static final long UNKNOWN = -1;

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "FILE|-", description = "What to store; - for stdin.")
    private String source;

    @Parameters(index = "1", paramLabel = "BUCKET/KEY", converter = ObjectPath.class, description = "Where to.")
    private ObjectId target;

    @Option(
            names = "--policy",
            paramLabel = "REP|EC",
            description = "Redundancy of this write. Default: the object's, for a new one its bucket's.")
    private @Nullable RedundancyPolicy policy;

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Bytes that stdin has, e.g. 300 or 10GiB: if it ends before or has more, nothing is stored.")
    private @Nullable Long length;

    @Option(names = "--content-type", paramLabel = "TYPE", description = "Media type kept with the object.")
    private String contentType = "";

    @Option(names = "--meta", paramLabel = "NAME=VALUE", description = "Pair kept with the object; may be repeated.")
    private Map<String, String> metadata = new LinkedHashMap<>();

    @Option(names = "--if-match", paramLabel = "TAG", description = "Only if the object has this entity tag.")
    private @Nullable String ifMatch;

    @Option(names = "--if-absent", description = "Only if there is no such object.")
    private boolean ifAbsent;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public PutCommand(Terminal terminal) {
        this.terminal = terminal;
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() throws IOException {
        PutOptions options = options();
        try (Input input = input();
                ClusterConnection connection = cluster.connect();
                Progress progress = Progress.ofBytes("put " + target.key(), input.expected())) {
            InputStream counted = new CountingInputStream(input.stream(), progress);
            ObjectSource bytes =
                    input.length() >= 0 ? ObjectSource.of(counted, input.length()) : ObjectSource.of(counted);
            PutResult result = connection.client().put(target.bucket(), target.key(), bytes, options);
            answers.answer(() -> json(result), () -> human(result));
            return ExitCode.OK;
        }
    }

    private Input input() {
        if (source.equals(STDIN)) {
            return length == null
                    ? new Input(terminal.in(), UNKNOWN, UNKNOWN)
                    : new Input(new WholeInput(terminal.in(), "stdin", length, "--bytes names"), UNKNOWN, length);
        }
        Require.that(length == null, "--bytes", length, "none with a file");
        return Input.ofFile(source);
    }

    private PutOptions options() {
        PutOptions options = PutOptions.DEFAULT.contentType(contentType).userMetadata(metadata);
        if (policy != null) {
            options = options.policy(policy);
        }
        if (ifMatch != null && ifAbsent) {
            throw new IllegalArgumentException("--if-match and --if-absent exclude each other");
        }
        if (ifMatch != null) {
            options = matching(options, ifMatch);
        }
        return ifAbsent ? options.ifNoneMatch() : options;
    }

    private static PutOptions matching(PutOptions options, String tag) {
        try {
            return options.ifMatch(tag);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--if-match: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> json(PutResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bucket", result.id().bucket());
        json.put("key", result.id().key());
        json.put("size", result.size());
        json.put("entity_tag", result.entityTag());
        json.put("state", result.state().name());
        json.put("scheme", result.used().scheme().toString());
        json.put("servers", ObjectViews.names(result.used()));
        json.put("degraded", result.degraded());
        return json;
    }

    private static String human(PutResult result) {
        return result.id() + "  " + ByteSize.human(result.size()) + "  " + result.state() + " "
                + result.used().scheme() + (result.degraded() ? "  degraded: repair is queued" : "");
    }

    /**
     * A file or stdin.
     *
     * @param length of what is stored of it; -1 for all there is
     * @param expected how many bytes there will be; -1 where that is unknown
     */
    private record Input(InputStream stream, long length, long expected) implements AutoCloseable {
        static Input ofFile(String source) {
            Path file = Path.of(source);
            if (Files.isDirectory(file)) {
                throw new IllegalArgumentException("FILE: '" + source + "' given, expected a file, not a directory");
            }
            if (!Files.isReadable(file)) {
                throw new IllegalArgumentException("FILE: '" + source + "' given, expected a file that can be read");
            }
            try {
                long length = length(file);
                return new Input(
                        length == UNKNOWN
                                ? Files.newInputStream(file)
                                : new WholeInput(
                                        Files.newInputStream(file), source, length, "it had when its write began"),
                        length,
                        length);
            } catch (IOException e) {
                throw new CommandFailure("cannot read " + source + ": " + e.getMessage(), e);
            }
        }

        /** A file of the kernel, as in /proc, says it has no bytes, and has some. */
        private static long length(Path file) throws IOException {
            return Files.isRegularFile(file) && Files.size(file) > 0 ? Files.size(file) : UNKNOWN;
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
