package io.chameleon.node.cluster;

import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.SecurityConfig;
import io.chameleon.transport.security.Token;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/**
 * The keys of a cluster in one process, below {@code auth/} of its data directory, which only its owner may read: {@code keys},
 * which the cluster accepts, {@code internal.token} of its own processes and {@code admin.token} of its operator. Made once; more
 * keys can be added to {@code keys} by hand.
 */
final class DevCredentials {
    private final Path directory;

    private DevCredentials(Path directory) {
        this.directory = directory;
    }

    static DevCredentials in(Path dataDir) {
        DevCredentials credentials = new DevCredentials(dataDir.resolve("auth"));
        if (!Files.exists(credentials.keys())) {
            credentials.make();
        }
        return credentials;
    }

    private void make() {
        SecureRandom random = new SecureRandom();
        String internal = Token.random("internal", random);
        String admin = Token.random("admin", random);
        try {
            Files.createDirectories(directory);
            write(directory.resolve("internal.token"), internal);
            write(adminToken(), admin);
            // Last: where it is, the others are.
            write(keys(), internal + " balancer internal\n" + admin + " admin admin");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write keys to " + directory + ": " + e.getMessage(), e);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, text + "\n");
    }

    private Path keys() {
        return directory.resolve("keys");
    }

    Path adminToken() {
        return directory.resolve("admin.token");
    }

    /** For the roles of the cluster, which share a process. */
    SecurityConfig config() {
        return new SecurityConfig(AuthMode.TOKEN, keys(), directory.resolve("internal.token"), null);
    }
}
