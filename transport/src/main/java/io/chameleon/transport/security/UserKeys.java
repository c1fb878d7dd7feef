package io.chameleon.transport.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys of users, a file each: {@code DIRECTORY/NAME/ANYTHING} holds the one line {@code KEYID:SECRET} of the user NAME, the same that
 * the user shows. Files and directories whose names begin with a dot do not count.
 *
 * <p>Others write these files, so one that makes no sense is passed over: the other users' keys hold.
 */
final class UserKeys {
    private static final Logger LOG = LoggerFactory.getLogger(UserKeys.class);

    private UserKeys() {}

    /** In order of their names; none if there is no such directory. */
    static List<Path> files(Path directory) {
        return children(directory).stream()
                .flatMap(user -> filesOf(user).stream())
                .toList();
    }

    private static List<Path> filesOf(Path user) {
        return children(user).stream().filter(Files::isRegularFile).toList();
    }

    private static List<Path> children(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(path -> !path.getFileName().toString().startsWith("."))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        } catch (IOException e) {
            LOG.warn("auth.users-dir: {} cannot be listed: {}", directory, e.getMessage());
            return List.of();
        }
    }

    /** Those of all files that make sense. */
    static List<KeyRing.Entry> read(Path directory) {
        List<KeyRing.Entry> entries = new ArrayList<>();
        for (Path user : children(directory)) {
            for (Path file : filesOf(user)) {
                try {
                    entries.add(entry(user.getFileName().toString(), file));
                } catch (IllegalArgumentException e) {
                    LOG.warn("key of a user passed over: {}", e.getMessage());
                }
            }
        }
        return entries;
    }

    private static KeyRing.Entry entry(String name, Path file) {
        Principal.requireName(file + ", name", name);
        Token token = Token.parse(
                file.toString(), SecretFiles.text("auth.users-dir", file).strip());
        return new KeyRing.Entry(token, new Principal(name, Role.USER));
    }
}
