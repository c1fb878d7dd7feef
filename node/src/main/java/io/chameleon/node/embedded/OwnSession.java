package io.chameleon.node.embedded;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A terminal sends Ctrl-C to all processes in front of it. PostgreSQL would end at once, before those that use it; in a
 * session of its own it ends when it is stopped.
 */
final class OwnSession {
    /** Part of util-linux; where it is missing, as on macOS, PostgreSQL hears Ctrl-C. */
    private static final List<String> PREFIX = isInPath("setsid") ? List.of("setsid") : List.of();

    private OwnSession() {}

    static List<String> command(List<String> command) {
        List<String> all = new ArrayList<>(PREFIX);
        all.addAll(command);
        return all;
    }

    private static boolean isInPath(String program) {
        String path = System.getenv("PATH");
        return path != null
                && Stream.of(path.split(File.pathSeparator))
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
