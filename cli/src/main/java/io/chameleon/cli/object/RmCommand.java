package io.chameleon.cli.object;

import io.chameleon.cli.kit.AnswerOptions;
import io.chameleon.cli.kit.ClusterConnection;
import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.client.ChameleonClient;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.table.DeleteResult;
import io.chameleon.core.version.VersionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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

    @Option(
            names = "--version",
            paramLabel = "ID",
            converter = VersionText.class,
            description =
                    "This version of one object, for good; a delete marker, too. 'chameleon ls --versions' shows them.")
    private @Nullable VersionId version;

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ClusterOptions cluster;

    @Mixin
    private AnswerOptions answers = new AnswerOptions();

    public RmCommand(Terminal terminal) {
        this.cluster = new ClusterOptions(terminal.environment());
    }

    @Override
    public Integer call() {
        if (version != null && objects.size() > 1) {
            throw new ParameterException(spec.commandLine(), "--version: one object, not " + objects.size());
        }
        List<String> deleted = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        try (ClusterConnection connection = cluster.connect()) {
            for (ObjectId object : objects) {
                boolean existed = delete(connection.client(), object);
                (existed ? deleted : missing).add(object.toString());
            }
        }
        answers.answer(
                () -> Map.of("deleted", deleted, "missing", missing),
                () -> "deleted " + deleted.size() + (deleted.size() == 1 ? " object" : " objects"));
        if (missing.isEmpty() || force) {
            return ExitCode.OK;
        }
        throw new CommandFailure(
                "no object " + String.join(", ", missing) + (version == null ? "" : ", or no such version of it"));
    }

    private boolean delete(ChameleonClient client, ObjectId object) {
        VersionId named = version;
        return named == null
                ? client.delete(object.bucket(), object.key())
                : client.versions().delete(object.bucket(), object.key(), named).result() == DeleteResult.DELETED;
    }

    /** 32 hexadecimal digits, or null. */
    static final class VersionText implements ITypeConverter<VersionId> {
        @Override
        public VersionId convert(String text) {
            try {
                return new VersionId(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
