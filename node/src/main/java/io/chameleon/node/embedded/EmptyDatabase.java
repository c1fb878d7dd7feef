package io.chameleon.node.embedded;

import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.schema.Migrations;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;

/**
 * An empty database with this build's schema in one file, beside the programs that made it: unpacking it takes less
 * time than initdb and all migrations. For databases that do not last, since all that come from it have one system
 * identifier, by which PostgreSQL knows whose WAL it reads. In one file it is there whole or not at all, whatever a
 * cleaner of temporary files does.
 */
public final class EmptyDatabase {
    private EmptyDatabase() {}

    /**
     * Makes {@code directory} that of an empty database, on which {@link EmbeddedDatabase} starts, unless it is there.
     * The first time takes 45 MB of disk beside the programs.
     *
     * @return {@code directory}
     * @throws UncheckedIOException in one line if a directory or the room on a disk is not available
     * @throws IllegalStateException in one line, with what it said, if initdb fails
     */
    public static Path in(Path directory) {
        if (!Files.exists(directory)) {
            try {
                make(directory);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot make a database in " + directory + ": " + e.getMessage(), e);
            }
        }
        return directory;
    }

    private static void make(Path directory) throws IOException {
        PostgresProgram program = EmbeddedDatabase.program(directory);
        if (program.home().startsWith(EmbeddedDatabase.ownPrograms(directory))) {
            InitDb.make(directory, program, EmbeddedDatabase.OPTIONS); // there will be no other database
        } else {
            unpack(packed(program), directory);
        }
    }

    /** Half a directory must never be taken for a whole one, so it gets its name last. */
    private static void unpack(Path packed, Path directory) throws IOException {
        Path half = directory.resolveSibling(directory.getFileName() + ".new");
        Directories.delete(half);
        Files.createDirectories(directory.toAbsolutePath().getParent());
        Files.createDirectory(half, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (InputStream in = new BufferedInputStream(Files.newInputStream(packed))) {
            Tar.unpack(in, half);
        } catch (IOException e) {
            throw new IOException("from " + packed + ": " + e.getMessage(), e);
        }
        Files.move(half, directory, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The file, which it makes if need be. */
    static Path packed(PostgresProgram program) throws IOException {
        int content = List.of(InitDb.ALWAYS, EmbeddedDatabase.OPTIONS, Migrations.fingerprint())
                .hashCode();
        Path packed = program.home()
                .resolveSibling(program.home().getFileName() + "-database-"
                        + HexFormat.of().toHexDigits(content) + ".tar");
        MadeOnce.ensure(
                packed.resolveSibling("database.lock"), () -> Files.exists(packed), () -> pack(program, packed));
        return packed;
    }

    private static void pack(PostgresProgram program, Path packed) throws IOException {
        Path made = packed.resolveSibling("database");
        Path half = packed.resolveSibling("database.tar");
        try {
            PostgresOrphan.stop(made);
            Directories.delete(made);
            InitDb.make(made, program, EmbeddedDatabase.OPTIONS);
            migrate(made, program);
            try (FileOutputStream file = new FileOutputStream(half.toFile());
                    OutputStream out = new BufferedOutputStream(file)) {
                Tar.pack(made, out);
                out.flush();
                file.getFD().sync(); // or its name may outlive its content, where the machine goes down
            }
            Files.move(half, packed, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Directories.delete(made);
            Files.deleteIfExists(half);
        }
    }

    private static void migrate(Path made, PostgresProgram program) throws IOException {
        try (EmbeddedDatabase database = EmbeddedDatabase.start(made, program)) {
            Database.migrate(DatabaseConfig.defaults(database.jdbcUrl(), "postgres", "postgres"));
        }
        Files.delete(made.resolve(EmbeddedDatabase.LOG));
    }
}
