package io.chameleon.testing;

import io.chameleon.node.embedded.DataDirectory;
import io.chameleon.node.embedded.Directories;
import io.chameleon.node.embedded.PostgresOrphan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories of clusters, among the temporary files. A name has the number of its process, so that a later one
 * finds what a killed one has left: a PostgreSQL that runs on, and its files.
 */
final class ClusterDirectories {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterDirectories.class);
    private static final String PREFIX = "chameleon-cluster-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d{1,18})-.*");

    private ClusterDirectories() {}

    /** A new one, for this process. What killed processes have left beside it goes. */
    static Path made() {
        return made(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static Path made(Path parent) {
        try {
            Path own = Files.createTempDirectory(
                    parent, prefix(ProcessHandle.current().pid()));
            sweep(own);
            return own;
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary directory for the cluster: " + e.getMessage(), e);
        }
    }

    static String prefix(long process) {
        return PREFIX + process + "-";
    }

    /** @param own shows whose directories may be touched: anybody may make some of that name */
    private static void sweep(Path own) {
        try (DirectoryStream<Path> beside = Files.newDirectoryStream(own.resolveSibling(""), PREFIX + "*")) {
            for (Path directory : beside) {
                if (isLeft(directory) && owner(directory).equals(owner(own))) {
                    clear(directory);
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("what earlier processes left stays", e);
        }
    }

    /** Not before a database is being made: who makes the directory takes its lock a moment later. */
    private static boolean isLeft(Path directory) {
        Matcher name = NAME.matcher(directory.getFileName().toString());
        return name.matches()
                && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                && (Files.exists(directory.resolve("postgres")) || Files.exists(directory.resolve("postgres.new")));
    }

    private static Object owner(Path directory) throws IOException {
        return Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS);
    }

    /** Its process may have its number in another container, so that alone does not show that it has ended. */
    private static void clear(Path directory) throws IOException {
        try (DataDirectory taken = DataDirectory.open(directory)) {
            PostgresOrphan.stop(taken.resolve("postgres"));
            delete(directory);
        } catch (IllegalStateException inUse) {
            LOG.debug("{}", inUse.getMessage());
        }
    }

    /** Two processes may do it at once. */
    static void delete(Path directory) {
        try {
            Directories.delete(directory);
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("another process deletes {}", directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory + ": " + e.getMessage(), e);
        }
    }
}
