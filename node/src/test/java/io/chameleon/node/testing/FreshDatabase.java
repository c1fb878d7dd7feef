package io.chameleon.node.testing;

import io.chameleon.node.embedded.EmptyDatabase;
import java.nio.file.Path;

/** New, empty databases for tests, without the processor time of initdb and of migrations. */
public final class FreshDatabase {
    private FreshDatabase() {}

    /** Makes {@code directory} that of a new database, which is not running, unless there is one. */
    public static Path in(Path directory) {
        return EmptyDatabase.in(directory);
    }

    /** Gives a cluster of development that will start on {@code directory} its database. */
    public static Path ofCluster(Path directory) {
        Path unused = in(directory.resolve("postgres"));
        return directory;
    }
}
