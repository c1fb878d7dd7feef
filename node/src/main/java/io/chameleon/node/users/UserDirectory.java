package io.chameleon.node.users;

import io.chameleon.core.Require;
import io.chameleon.transport.security.Principal;
import io.chameleon.transport.security.UserFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keys of users in files, one each: {@code DIRECTORY/NAME/ANYTHING} holds the one line {@code ACCESSKEY:SECRET} of the
 * user NAME, as {@code auth.users-dir} has them. Names that begin with a dot are ignored. Only the owner of the process
 * may read what it writes; a file appears whole or not at all.
 */
public final class UserDirectory {
    private final Path directory;
    private final SecureRandom random = new SecureRandom();

    public UserDirectory(Path directory) {
        this.directory = directory;
    }

    /** Where a cluster in one process keeps them. */
    public static Path ofCluster(Path dataDir) {
        return dataDir.resolve("auth").resolve("users");
    }

    /** The files of all keys. */
    List<Path> files() {
        return UserFile.inDirectory(directory).stream().map(UserFile::path).toList();
    }

    /**
     * All keys, by user and then access key.
     *
     * @param invalid takes each file that makes no sense, with the reason
     */
    public List<UserKey> keys(BiConsumer<Path, String> invalid) {
        List<UserKey> keys = new ArrayList<>();
        for (UserFile file : UserFile.in(directory)) {
            try {
                keys.add(
                        UserKey.parse(file.user(), Files.readString(file.path()).strip()));
            } catch (IllegalArgumentException | IOException e) {
                invalid.accept(file.path(), String.valueOf(e.getMessage()));
            }
        }
        keys.sort(Comparator.comparing(UserKey::user).thenComparing(UserKey::accessKey));
        return keys;
    }

    /**
     * Adds a user with one key.
     *
     * @param accessKey null for a random one; so is the secret
     * @throws IllegalArgumentException in one line if the user or the access key exists
     */
    public UserKey add(String user, @Nullable String accessKey, @Nullable String secret) {
        requireName(user);
        UserKey made = UserKey.random(user, random);
        UserKey key = new UserKey(
                user, accessKey == null ? made.accessKey() : accessKey, secret == null ? made.secret() : secret);
        if (!files(user).isEmpty()) {
            throw new IllegalArgumentException("user " + user + " exists already; 'user rotate' gives it a new key");
        }
        requireNew(key);
        write(key);
        return key;
    }

    /**
     * Gives a user a new random key and removes the others.
     *
     * @throws IllegalArgumentException in one line if there is no such user
     */
    public UserKey rotate(String user) {
        List<Path> old = requireUser(user);
        UserKey key = UserKey.random(user, random);
        write(key);
        old.forEach(UserDirectory::delete);
        return key;
    }

    /**
     * Removes a user's keys. What it owns in the store stays.
     *
     * @throws IllegalArgumentException in one line if there is no such user
     */
    public void remove(String user) {
        requireUser(user).forEach(UserDirectory::delete);
        delete(directory.resolve(user));
    }

    private List<Path> requireUser(String user) {
        requireName(user);
        List<Path> files = files(user);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no user " + user + " in " + directory);
        }
        return files;
    }

    /** A name that no user can have names no directory either. One that begins with a dot would never be read. */
    private static void requireName(String user) {
        Principal.requireName("name of a user", user);
        Require.that(!user.startsWith("."), "name of a user", user, "one that does not begin with a dot");
    }

    private List<Path> files(String user) {
        return UserFile.in(directory).stream()
                .filter(file -> file.user().equals(user))
                .map(UserFile::path)
                .toList();
    }

    private void requireNew(UserKey key) {
        keys((file, reason) -> {}).stream()
                .filter(other -> other.accessKey().equals(key.accessKey()))
                .findFirst()
                .ifPresent(other -> {
                    throw new IllegalArgumentException(
                            "access key " + key.accessKey() + " is taken by user " + other.user());
                });
    }

    private void write(UserKey key) {
        try {
            Path home = directory.resolve(key.user());
            Files.createDirectories(home, mode("rwx------"));
            Path file = home.resolve(key.accessKey());
            Path draft = Files.createTempFile(home, ".", "", mode("rw-------"));
            Files.writeString(draft, key.line() + "\n");
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a key to " + directory + ": " + e.getMessage(), e);
        }
    }

    private FileAttribute<?>[] mode(String permissions) {
        boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException e) {
            // A draft of another process; the user has no key any more.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + path + ": " + e.getMessage(), e);
        }
    }
}
