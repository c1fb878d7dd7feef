package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.client.error.BucketExistsException;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketInfo;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chameleon bucket create}. */
@Command(
        mixinStandardHelpOptions = true,
        name = "create",
        description =
                "Makes a bucket, which is yours. One that is written to without this is made by its first object.")
@SuppressWarnings("NullAway.Init")
public final class BucketCreateCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "BUCKET", converter = BucketPrefix.Converter.class, description = "Its name.")
    private BucketPrefix bucket;

    @Option(names = "--owner", paramLabel = "USER", description = "Whose it is; only operators may name another.")
    private String owner = "";

    @Option(
            names = "--if-missing",
            description = "Leaves a bucket alone that is there, whoever owns it, with its schemes.")
    private boolean ifMissing;

    @Option(
            names = "--sliced",
            description = "Cuts it by its keys into 16 slices, which may lie in several databases of the mapping"
                    + " table: for so many objects, or so many commits a second, that one database is not enough."
                    + " Only possible when a name is used for the first time.")
    private boolean sliced;

    @Mixin
    private SchemeOptions schemes = new SchemeOptions();

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public BucketCreateCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        String name = bucket.requireBucketAlone();
        try (ClusterConnection connection = cluster.connect()) {
            try {
                answer(connection, connection.client().createBucket(name, owner, settings()), "made");
            } catch (BucketExistsException e) {
                if (!ifMissing) {
                    throw e;
                }
                answer(connection, connection.client().bucket(name), "there already");
            }
            return ExitCode.OK;
        }
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(schemes.settings());
        if (sliced) {
            settings.putAll(BucketInfo.SLICED);
        }
        return settings;
    }

    private void answer(ClusterConnection connection, BucketInfo info, String what) {
        answers.answer(
                () -> BucketJson.of(info),
                () -> "bucket " + info.name() + " is " + what
                        + (info.owner().isEmpty() ? "" : ", and is " + info.owner() + "'s")
                        + (info.isSliced()
                                ? System.lineSeparator() + "objects of " + info.name() + " are in " + Slices.COUNT
                                        + " slices"
                                : "")
                        + (info.schemes().isNone()
                                ? ""
                                : System.lineSeparator()
                                        + SchemeOptions.told(connection.view(), info.name(), info.schemes())));
    }
}
