package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.ObjectViews;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.Output;
import io.chameleon.cli.output.TextTable;
import io.chameleon.client.ListPage;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.options.ListOptions;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.node.units.ByteSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon ls}. */
@Command(
        name = "ls",
        description =
                "Lists the objects of a bucket whose keys start with PREFIX, folded at '/'; without a bucket, your"
                        + " buckets.")
public final class LsCommand implements Callable<Integer> {
    private static final String DELIMITER = "/";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "BUCKET[/PREFIX]",
            converter = BucketPrefix.Converter.class,
            description = "What to list.")
    private @Nullable BucketPrefix where;

    @Option(
            names = {"-r", "--recursive"},
            description = "Every object, not folded.")
    private boolean recursive;

    @Option(names = "--versions", description = "Every version and delete marker, the newest of each key first.")
    private boolean versions;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public LsCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        try (ClusterConnection connection = cluster.connect()) {
            BucketPrefix asked = where;
            if (asked == null) {
                buckets(connection.client().buckets().stream()
                        .map(BucketInfo::name)
                        .toList());
            } else if (versions) {
                new VersionLines(connection.client().versions(), answers.output()).list(asked.bucket(), options(asked));
            } else {
                objects(connection, asked);
            }
            return ExitCode.OK;
        }
    }

    private void buckets(List<String> names) {
        answers.answer(
                () -> Map.of("buckets", names),
                () -> String.join(System.lineSeparator(), names.isEmpty() ? List.of("no buckets") : names));
    }

    /** Page by page, so that the first lines come at once and memory stays bounded; JSON is one line for each page. */
    private void objects(ClusterConnection connection, BucketPrefix asked) {
        ListOptions options = options(asked);
        Output output = answers.output();
        boolean any = false;
        for (ListPage page : connection.client().listPages(asked.bucket(), options)) {
            boolean empty = page.objects().isEmpty() && page.commonPrefixes().isEmpty();
            if (!empty || (output.isJson() && !any)) {
                output.answer(() -> json(page), () -> table(page).toString());
            }
            if (output.isLost()) {
                return;
            }
            any = true;
        }
    }

    private ListOptions options(BucketPrefix asked) {
        return ListOptions.prefix(asked.prefix()).withDelimiter(recursive ? "" : DELIMITER);
    }

    private static Map<String, Object> json(ListPage page) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("prefixes", page.commonPrefixes());
        json.put("objects", page.objects().stream().map(ObjectViews::json).toList());
        return json;
    }

    private record Line(String key, List<Object> cells) {}

    private static TextTable table(ListPage page) {
        List<Line> lines = new ArrayList<>();
        page.commonPrefixes().forEach(prefix -> lines.add(new Line(prefix, List.of("-", "-", "-", prefix))));
        for (ObjectInfo object : page.objects()) {
            lines.add(new Line(
                    object.key(),
                    List.of(ByteSize.human(object.size()), object.state(), object.modified(), object.key())));
        }
        lines.sort((a, b) -> a.key().compareTo(b.key()));
        TextTable table = new TextTable("SIZE", "STATE", "MODIFIED", "KEY");
        lines.forEach(line -> table.row(line.cells().toArray()));
        return table;
    }
}
