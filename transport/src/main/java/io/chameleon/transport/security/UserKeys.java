package io.chameleon.transport.security;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys of users, one file each: {@code DIRECTORY/NAME/ANYTHING} holds the one line {@code KEYID:SECRET} of the user
 * NAME, the same that the user authenticates with. Files and directories whose names begin with a dot are ignored.
 *
 * <p>Others write these files, so an invalid one is skipped and the other users' keys stay valid.
 */
final class UserKeys {
    private static final Logger LOG = LoggerFactory.getLogger(UserKeys.class);

    private UserKeys() {}

    static List<Path> files(Path directory) {
        return UserFile.inDirectory(directory).stream().map(UserFile::path).toList();
    }

    /** The keys of all valid files. */
    static List<KeyRing.Entry> read(Path directory) {
        List<KeyRing.Entry> entries = new ArrayList<>();
        for (UserFile file : UserFile.in(directory)) {
            try {
                entries.add(entry(file.user(), file.path()));
            } catch (IllegalArgumentException e) {
                LOG.warn("key of a user passed over: {}", e.getMessage());
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
