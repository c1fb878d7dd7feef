package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.SizeConverter;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.output.TextTable;
import io.chameleon.core.mapping.table.Quota;
import io.chameleon.core.mapping.table.QuotaScope;
import io.chameleon.core.mapping.table.QuotaStatus;
import io.chameleon.node.units.ByteSize;
import io.chameleon.transport.client.RemoteQuotaTable;
import io.chameleon.transport.security.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chameleon bucket quota}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "quota",
        description =
                "Shows or sets how much a bucket may hold, or all buckets of a user together; without either, lists all quotas.")
@SuppressWarnings("NullAway.Init")
public final class QuotaCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "BUCKET",
            converter = BucketPrefix.Converter.class,
            description = "Which bucket.")
    private @Nullable BucketPrefix bucket;

    @Option(names = "--user", paramLabel = "USER", description = "Instead: all buckets this user owns, together.")
    private @Nullable String user;

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Most bytes of its objects, before redundancy, e.g. 10GiB.")
    private @Nullable Long bytes;

    @Option(names = "--objects", paramLabel = "N", description = "Most objects.")
    private @Nullable Long objects;

    @Option(names = "--remove", description = "No quota any more; with --bytes or --objects: none but these.")
    private boolean remove;

    @Option(names = "--recount", description = "Count what is stored anew, first.")
    private boolean recount;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public QuotaCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        QuotaScope of = scope();
        boolean changes = bytes != null || objects != null || remove;
        if (of == null && (changes || recount)) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: 'BUCKET' or '--user=USER'");
        }
        try (ClusterConnection connection = cluster.connect()) {
            RemoteQuotaTable table = connection.quotas();
            if (of != null && recount) {
                table.recount(of);
            }
            if (of != null && changes) {
                table.setQuota(of, chosen(remove ? Quota.NONE : table.quota(of).quota()));
            }
            List<QuotaStatus> shown = of == null ? table.quotas() : List.of(table.quota(of));
            answers.answer(
                    () -> Map.of(
                            "quotas", shown.stream().map(QuotaCommand::json).toList()),
                    () -> text(shown));
            return ExitCode.OK;
        }
    }

    private @Nullable QuotaScope scope() {
        if (bucket != null && user != null) {
            throw new ParameterException(spec.commandLine(), "'BUCKET' and '--user' given, expected one of them");
        }
        if (user != null) {
            Principal.requireName("--user", user);
            return QuotaScope.user(user);
        }
        return bucket == null ? null : QuotaScope.bucket(bucket.requireBucketAlone());
    }

    private Quota chosen(Quota before) {
        return new Quota(bytes == null ? before.maxBytes() : bytes, objects == null ? before.maxObjects() : objects);
    }

    private static Map<String, Object> json(QuotaStatus status) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(
                status.of().kind() == QuotaScope.Kind.BUCKET ? "bucket" : "user",
                status.of().name());
        json.put("bytes", status.used().bytes());
        json.put("max_bytes", bound(status.quota().maxBytes()));
        json.put("objects", status.used().objects());
        json.put("max_objects", bound(status.quota().maxObjects()));
        return json;
    }

    private static @Nullable Long bound(long most) {
        return most == Quota.UNBOUNDED ? null : most;
    }

    private static String text(List<QuotaStatus> statuses) {
        if (statuses.isEmpty()) {
            return "no quotas";
        }
        TextTable table = new TextTable("OF", "BYTES", "AT MOST", "OBJECTS", "AT MOST");
        statuses.forEach(status -> table.row(
                status.of(),
                ByteSize.human(status.used().bytes()),
                status.quota().maxBytes() == Quota.UNBOUNDED
                        ? "-"
                        : ByteSize.human(status.quota().maxBytes()),
                status.used().objects(),
                status.quota().maxObjects() == Quota.UNBOUNDED
                        ? "-"
                        : status.quota().maxObjects()));
        return table.toString();
    }
}
