package io.chameleon.cli.user;

import io.chameleon.cli.kit.ClusterOptions;
import io.chameleon.node.users.UserDirectory;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the users' keys are: {@code --users-dir}, else the environment, else the data directory of a dev cluster. */
final class UsersOptions {
    private static final String VARIABLE = "CHAMELEON_S3_USERS_DIR";

    private final Map<String, String> environment;

    @Option(
            names = "--users-dir",
            paramLabel = "DIR",
            description = "Directory of the users' keys, as the gateway's s3.users-dir. Default: $" + VARIABLE
                    + ", else <data-dir>/auth/users.")
    private @Nullable Path usersDir;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Data directory of 'chameleon dev'. Default: ./" + ClusterOptions.DEFAULT_DATA_DIR + ".")
    private Path dataDir = Path.of(ClusterOptions.DEFAULT_DATA_DIR);

    UsersOptions(Map<String, String> environment) {
        this.environment = environment;
    }

    UserDirectory users() {
        String variable = environment.get(VARIABLE);
        if (usersDir != null) {
            return new UserDirectory(usersDir);
        }
        return new UserDirectory(
                variable == null || variable.isBlank() ? UserDirectory.ofCluster(dataDir) : Path.of(variable));
    }
}
