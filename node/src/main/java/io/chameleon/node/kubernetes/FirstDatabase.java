package io.chameleon.node.kubernetes;

import io.chameleon.node.embedded.PostgresConfig;
import io.chameleon.node.embedded.PostgresFiles;
import java.io.IOException;
import java.time.InstantSource;

/**
 * The database of a release is made once. An empty directory of a release that had one is a lost volume: an empty
 * database there would know none of the objects, yet look healthy.
 */
public final class FirstDatabase {
    private final DatabaseMark mark;
    private final InstantSource clock;

    public FirstDatabase(DatabaseMark mark, InstantSource clock) {
        this.mark = mark;
        this.clock = clock;
    }

    /**
     * Makes the files if there were never any, and records that they exist, before any client can write to them.
     *
     * @param config whose directory the caller has to itself
     * @return whether they were made now
     * @throws IOException if the directory cannot be used
     * @throws IllegalStateException in one line if the files are gone, or Kubernetes does not answer
     */
    public boolean ensure(PostgresConfig config) throws IOException {
        PostgresFiles files = new PostgresFiles(config);
        boolean marked = mark.isSet();
        boolean there = files.exist();
        if (marked && !there) {
            throw new IllegalStateException("no database in " + config.dataDir() + ", and this release had one (" + mark
                    + "): its volume is lost, or not mounted. Bring it back, or restore a backup. To begin with an empty database,"
                    + " which knows none of the objects: kubectl patch " + mark + " --type merge -p '{\"data\":null}'");
        }
        if (!there) {
            files.make();
        }
        if (!marked) {
            mark.set(clock.instant());
        }
        return !there;
    }
}
