package io.chameleon.cli.process;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.node.config.PostgresKeys;
import io.chameleon.node.embedded.DataDirectory;
import io.chameleon.node.embedded.PostgresConfig;
import io.chameleon.node.kubernetes.DatabaseMark;
import io.chameleon.node.kubernetes.FirstDatabase;
import io.chameleon.node.kubernetes.KubernetesApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chameleon kubernetes database}. */
@Command(
        name = "database",
        description = "Makes the files of the role postgresql, once in the life of a release.",
        sortOptions = false)
@SuppressWarnings("NullAway.Init")
public final class KubernetesDatabaseCommand implements Callable<Integer> {
    private final Map<String, String> environment;

    @Mixin
    private final RoleOptions options;

    @Option(names = "--namespace", required = true, paramLabel = "NAME", description = "Of the release. Required.")
    private String namespace;

    @Option(
            names = "--config-map",
            required = true,
            paramLabel = "NAME",
            description = "Where it is noted that there was a database. Required.")
    private String configMap;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public KubernetesDatabaseCommand(Terminal terminal) {
        environment = terminal.environment();
        options = new RoleOptions(environment, PostgresKeys.OF_ROLE);
    }

    public RoleOptions options() {
        return options;
    }

    @Override
    public Integer call() {
        PostgresConfig config = PostgresKeys.postgres(options.settings());
        try (KubernetesApi api = KubernetesApi.ofPod(environment, KubernetesApi.CREDENTIALS);
                DataDirectory unused = DataDirectory.open(config.dataDir(), "--postgresql.data-dir")) {
            boolean made = new FirstDatabase(new DatabaseMark(api, namespace, configMap), InstantSource.system())
                    .ensure(config);
            answers.answer(() -> Map.of("made", made), () -> made ? "made a new database" : "the database is there");
        } catch (IOException e) {
            throw new UncheckedIOException("postgresql.data-dir: " + config.dataDir() + ": " + e.getMessage(), e);
        }
        return ExitCode.OK;
    }
}
