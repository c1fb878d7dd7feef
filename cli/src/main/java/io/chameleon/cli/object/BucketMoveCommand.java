package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.core.Require;
import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMoves;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chameleon bucket move}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "move",
        description =
                "Moves a bucket to another database of the mapping table. Meanwhile it is read, and takes no writes:"
                        + " some seconds, and about 20 s more for a million objects. The slices of a sliced bucket"
                        + " move one by one. Without --to, shows where a bucket or its slices are; without BUCKET,"
                        + " the last moves.")
@SuppressWarnings("NullAway.Init")
public final class BucketMoveCommand implements Callable<Integer> {
    private static final Duration LOOK = Duration.ofMillis(200);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "BUCKET",
            converter = BucketPrefix.Converter.class,
            description = "Which bucket.")
    private @Nullable BucketPrefix bucket;

    @Mixin
    private SliceOption slice = new SliceOption();

    @Option(
            names = "--to",
            paramLabel = "NUMBER",
            description = "Of the database: 0 is metadata.database.url, 1 the first of metadata.database.further-urls.")
    private @Nullable Integer target;

    @Option(names = "--cancel", description = "Instead: leave it where it is. Possible while its rows are copied.")
    private boolean cancel;

    @Option(names = "--wait", description = "Wait until the move has ended.")
    private boolean wait;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public BucketMoveCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        BucketPrefix chosen = bucket;
        Integer to = target;
        if (chosen == null && (to != null || cancel || slice.isGiven())) {
            throw new ParameterException(spec.commandLine(), "Missing required parameter: 'BUCKET'");
        }
        if (to != null && cancel) {
            throw new ParameterException(spec.commandLine(), "'--to' and '--cancel' given, expected one of them");
        }
        Require.that(to == null || to >= 0, "--to", to, "the number of a database, 0 or more");
        String whole = chosen == null ? "" : chosen.requireBucketAlone();
        String name = slice.nameIn(whole);
        try (ClusterConnection connection = cluster.connect()) {
            BucketMoves moves = connection.moves();
            if (chosen == null) {
                list(moves.moves());
            } else if (to == null && !cancel) {
                new BucketPlaces(connection, answers).show(whole, slice);
            } else {
                if (to != null) {
                    slice.requireMovable(whole, BucketPlaces.isSliced(whole, connection.client()));
                }
                BucketMove begun = to == null ? moves.cancel(name) : moves.begin(name, to);
                answer(wait ? ended(moves, begun) : begun);
            }
            return ExitCode.OK;
        }
    }

    private void list(List<BucketMove> moves) {
        answers.answer(
                () -> Map.of("moves", moves.stream().map(BucketMoveView::json).toList()),
                () -> BucketMoveView.text(moves));
    }

    private BucketMove ended(BucketMoves moves, BucketMove begun) {
        BucketMove now = begun;
        String said = "";
        while (now.phase().isOpen() && !Thread.currentThread().isInterrupted()) {
            String line = "bucket " + now.bucket() + ": " + BucketMoveView.label(now)
                    + (now.problem().isEmpty() ? "" : ", again after: " + now.problem());
            if (!line.equals(said)) {
                answers.output().say(line);
                said = line;
            }
            LockSupport.parkNanos(LOOK.toNanos());
            long id = begun.id();
            now = moves.moves().stream()
                    .filter(move -> move.id() == id)
                    .findFirst()
                    .orElse(now);
        }
        return now;
    }

    private void answer(BucketMove move) {
        if (wait && !cancel && move.phase() == BucketMove.Phase.CANCELLED) {
            throw new CommandFailure("bucket " + move.bucket() + " stays in database " + move.source()
                    + ": its move was cancelled" + (move.problem().isEmpty() ? "" : ", " + move.problem()));
        }
        answers.answer(() -> BucketMoveView.json(move), () -> BucketMoveView.line(move));
    }
}
