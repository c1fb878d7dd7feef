package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.core.ObjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon rm}. */
@Command(name = "rm", description = "Deletes objects.")
@SuppressWarnings("NullAway.Init")
public final class RmCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "BUCKET/KEY",
            converter = ObjectPath.class,
            description = "What to delete.")
    private List<ObjectId> objects;

    @Option(
            names = {"-f", "--force"},
            description = "An object that does not exist is no error.")
    private boolean force;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public RmCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        List<String> deleted = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        try (ClusterConnection connection = cluster.connect()) {
            for (ObjectId object : objects) {
                boolean existed = connection.client().delete(object.bucket(), object.key());
                (existed ? deleted : missing).add(object.toString());
            }
        }
        answers.output()
                .answer(
                        () -> Map.of("deleted", deleted, "missing", missing),
                        () -> "deleted " + deleted.size() + (deleted.size() == 1 ? " object" : " objects"));
        if (missing.isEmpty() || force) {
            return ExitCode.OK;
        }
        throw new CommandFailure("no object " + String.join(", ", missing));
    }
}
