package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.Output;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon bucket ls}. */
@Command(mixinStandardHelpOptions = true, name = "ls", description = "Lists your buckets; for an operator, all.")
public final class BucketLsCommand implements Callable<Integer> {
    @Option(names = "--owner", paramLabel = "USER", description = "Only this user's.")
    private String owner = "";

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public BucketLsCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    /** Page by page, as {@code chameleon ls} does; JSON is one line for each page. */
    @Override
    public Integer call() {
        Output output = answers.output();
        try (ClusterConnection connection = cluster.connect()) {
            String after = "";
            List<BucketInfo> page;
            do {
                page = connection.client().buckets(owner, after, BucketTable.MAX_LIMIT);
                List<BucketInfo> shown = page;
                if (!page.isEmpty() || after.isEmpty()) {
                    output.answer(
                            () -> Map.of(
                                    "buckets",
                                    shown.stream().map(BucketJson::of).toList()),
                            () -> BucketsText.of(shown));
                }
                after = page.isEmpty() ? after : page.getLast().name();
            } while (page.size() == BucketTable.MAX_LIMIT);
            return ExitCode.OK;
        }
    }
}
