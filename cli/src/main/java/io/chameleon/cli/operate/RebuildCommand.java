package io.chameleon.cli.operate;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.process.RoleOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.metadata.rebuild.RebuildOptions;
import io.chameleon.metadata.rebuild.RebuildReport;
import io.chameleon.node.config.CommonKeys;
import io.chameleon.node.config.MetadataKeys;
import io.chameleon.node.config.Settings;
import io.chameleon.node.config.TransportKeys;
import io.chameleon.node.role.RebuildRun;
import io.chameleon.transport.security.Security;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon rebuild}. */
@Command(
        name = "rebuild",
        description = {
            "Makes the mapping anew in an empty database, from what the flash servers hold.",
            "Stop metadata and balancers first, and leave every flash server running. Of each object the newest version wins; in a bucket"
                    + " that keeps versions the others come back, too. No flash server is changed. Empty objects, delete markers, open uploads, grants"
                    + " and bucket policies do not come back."
        },
        sortOptions = false)
public final class RebuildCommand implements Callable<Integer> {
    @Mixin
    private final RoleOptions options;

    @Option(
            names = "--database",
            paramLabel = "NUMBER",
            defaultValue = "0",
            description =
                    "Which database is made anew, if there are several: 0 for metadata.database.url, 1 for the first of"
                            + " metadata.database.further-urls. The others keep their buckets. Default: ${DEFAULT-VALUE}.")
    private int database;

    @Option(
            names = "--servers",
            paramLabel = "COUNT",
            defaultValue = "1",
            description = "How many flash servers must be registered at least. Default: ${DEFAULT-VALUE}.")
    private int servers;

    @Option(
            names = "--lost-servers",
            paramLabel = "COUNT",
            description =
                    "How many servers' content is gone, replaced devices included. Then an older version is taken where the newest has too few"
                            + " fragments and cannot have been acknowledged. Default: not known, such objects are left out.")
    private @Nullable Integer lostServers;

    @Option(
            names = "--writer",
            paramLabel = "BUCKET=USER",
            description =
                    "A user who may have written to that bucket, beside the one who wrote to it first. May be repeated.")
    private List<String> writers = List.of();

    @Option(names = "--trust-all", description = "Every user may have written to every bucket.")
    private boolean trustAll;

    @Option(
            names = "--keep-versions",
            paramLabel = "BUCKET",
            description =
                    "This bucket kept versions: older writes come back as former versions. May be repeated. Needed where neither the table"
                            + " bucket nor a flash server says so.")
    private List<String> keepVersions = List.of();

    @Option(
            names = "--newest-only",
            paramLabel = "BUCKET",
            description = "This bucket kept no versions: older writes, however old, do not come back. May be repeated.")
    private List<String> newestOnly = List.of();

    @Option(names = "--dry-run", description = "Say what would be placed, and place nothing.")
    private boolean dryRun;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public RebuildCommand(Terminal terminal) {
        options = new RoleOptions(terminal.environment(), MetadataKeys.OF_REBUILD);
    }

    public RoleOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        Settings settings = options.settings();
        keepVersions.forEach(ObjectId::requireBucket);
        newestOnly.forEach(ObjectId::requireBucket);
        RebuildOptions wanted = new RebuildOptions(
                        lostServers == null ? OptionalInt.empty() : OptionalInt.of(lostServers),
                        writers(),
                        trustAll,
                        dryRun)
                .versions(Set.copyOf(keepVersions), Set.copyOf(newestOnly));
        try (Security security = CommonKeys.openSecurity(settings, "127.0.0.1");
                RebuildRun run = new RebuildRun(
                        MetadataKeys.metadata(settings).allDatabases(),
                        database,
                        TransportKeys.transport(settings, security),
                        CommonKeys.zookeeper(settings),
                        servers);
                RebuildBars bars = new RebuildBars()) {
            answers.output()
                    .say("cluster " + run.clusterId() + ", " + run.servers().size() + " flash servers");
            RebuildReport report = run.run(wanted, bars);
            bars.close();
            RebuildView view = new RebuildView(report, dryRun);
            answers.answer(view::json, view::text);
            boolean complete = report.unplacedCount() == 0
                    && report.heldBack().isEmpty()
                    && report.undecided().isEmpty();
            return complete ? ExitCode.OK : ExitCode.FAILURE;
        }
    }

    private Map<String, Set<String>> writers() {
        Map<String, Set<String>> byBucket = new HashMap<>();
        for (String writer : writers) {
            int equals = writer.indexOf('=');
            Require.that(equals > 0 && equals < writer.length() - 1, "--writer", writer, "BUCKET=USER");
            ObjectId.requireBucket(writer.substring(0, equals));
            byBucket.computeIfAbsent(writer.substring(0, equals), any -> new HashSet<>())
                    .add(writer.substring(equals + 1));
        }
        return byBucket;
    }
}
