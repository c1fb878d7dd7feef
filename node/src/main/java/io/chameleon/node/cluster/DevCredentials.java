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
 * The keys of a cluster in one process, below {@code auth/} of its data directory, which only its owner may read.
 * {@code keys} holds those that the cluster accepts, {@code internal.token} that of its own processes,
 * {@code gateway.token} that of its S3 gateway and {@code admin.token} that of its operator. Created once; more keys
 * can be added to {@code keys} by hand.
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
        if (!Files.exists(credentials.gatewayToken())) {
            credentials.addGateway();
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
            // Written last: if it exists, the others do.
            write(keys(), internal + " balancer internal\n" + admin + " admin admin");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write keys to " + directory + ": " + e.getMessage(), e);
        }
    }

    /** A directory of an earlier version has none. */
    private void addGateway() {
        String gateway = Token.random("gateway", new SecureRandom());
        try {
            String keys = Files.readString(keys());
            write(keys(), keys.stripTrailing() + "\n" + gateway + " gateway gateway");
            write(gatewayToken(), gateway);
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

    private Path gatewayToken() {
        return directory.resolve("gateway.token");
    }

    /** For the S3 gateway. */
    SecurityConfig gateway() {
        return new SecurityConfig(AuthMode.TOKEN, null, gatewayToken(), null);
    }

    Path adminToken() {
        return directory.resolve("admin.token");
    }

    /** For the roles of the cluster, which share a process. */
    SecurityConfig config() {
        return new SecurityConfig(AuthMode.TOKEN, keys(), directory.resolve("internal.token"), null);
    }
}
