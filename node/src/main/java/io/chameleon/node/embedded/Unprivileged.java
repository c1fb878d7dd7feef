package io.chameleon.node.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** PostgreSQL refuses to run as root. If we are root on Linux, it runs in a user namespace as an unprivileged user. */
final class Unprivileged {
    private static final List<String> PREFIX = isRoot() ? List.of("unshare", "--user") : List.of();

    private Unprivileged() {}

    static List<String> command(List<String> command) {
        List<String> all = new ArrayList<>(PREFIX);
        all.addAll(command);
        return all;
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException | UnsupportedOperationException e) {
            // Not Linux; there PostgreSQL itself reports what it does not like.
            return false;
        }
    }
}
