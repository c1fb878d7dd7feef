package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.client.PutResult;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.node.units.ByteSize;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon cp}. */
@Command(name = "cp", description = "Copies an object within the store, with its content type and metadata.")
@SuppressWarnings("NullAway.Init")
public final class CpCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "BUCKET/KEY", converter = ObjectPath.class, description = "From.")
    private ObjectId from;

    @Parameters(index = "1", paramLabel = "BUCKET/KEY", converter = ObjectPath.class, description = "To.")
    private ObjectId to;

    @Option(
            names = "--policy",
            paramLabel = "REP|EC",
            description = "Redundancy of the copy. Default: the target's, for a new one its bucket's.")
    private @Nullable RedundancyPolicy policy;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public CpCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        PutOptions options = policy == null ? PutOptions.DEFAULT : PutOptions.DEFAULT.policy(policy);
        try (ClusterConnection connection = cluster.connect()) {
            PutResult result = connection.client().copy(from.bucket(), from.key(), to.bucket(), to.key(), options);
            answers.answer(() -> json(result), () -> from + " -> " + to + "  " + ByteSize.human(result.size()));
            return ExitCode.OK;
        }
    }

    private Map<String, Object> json(PutResult copy) {
        return Map.of(
                "from", from.toString(), "to", to.toString(), "size", copy.size(), "entity_tag", copy.entityTag());
    }
}
