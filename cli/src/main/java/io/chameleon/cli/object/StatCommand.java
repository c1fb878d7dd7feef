package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.ObjectViews;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.client.ObjectInfo;
import io.chameleon.core.ObjectId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code chameleon stat}. */
@Command(name = "stat", description = "Tells what the store knows of an object, without its bytes.")
@SuppressWarnings("NullAway.Init")
public final class StatCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "BUCKET/KEY", converter = ObjectPath.class, description = "Which object.")
    private ObjectId object;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public StatCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        try (ClusterConnection connection = cluster.connect()) {
            ObjectInfo info = connection.client().head(object.bucket(), object.key());
            List<ObjectInfo> chunks =
                    info.isInPieces() ? connection.client().chunks(object.bucket(), object.key()) : List.of();
            answers.answer(
                    () -> ObjectViews.json(info, chunks),
                    () -> ObjectViews.details(info, chunks).toString());
            return ExitCode.OK;
        }
    }
}
