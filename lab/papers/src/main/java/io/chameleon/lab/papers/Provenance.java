package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.command.CodeVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How a report was made. */
final class Provenance {
    private static final long PATIENCE_SECONDS = 5;

    private Provenance() {}

    static List<List<String>> rows(Effort effort, String command, String version) {
        return List.of(
                List.of("command", "`" + command + "`"),
                List.of("program", version + ", commit " + commit() + ", emulator classes " + CodeVersion.current()),
                List.of("Java", System.getProperty("java.vm.name") + " " + Runtime.version()),
                List.of("seeds", effort.seeds().toString()),
                List.of("scale of synthetic workloads", Double.toString(effort.scale())),
                List.of("servers", effort.servers() + ", EDM's figures 16 and 20"),
                List.of(
                        "recordings",
                        effort.recordings().isEmpty()
                                ? "none"
                                : effort.recordingNames().toString()));
    }

    /** The commit that the program was built from; "unknown" if there is none, or no git. */
    static String commit() {
        try {
            Path classes = CodeVersion.source(Provenance.class);
            Path directory = Files.isDirectory(classes) ? classes : classes.resolveSibling("");
            return git(directory, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*");
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    private static String git(Path directory, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", directory.toString()));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!git.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            git.destroyForcibly();
            return "unknown";
        }
        try (InputStream out = git.getInputStream()) {
            String answer = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.exitValue() == 0 && !answer.isEmpty() ? answer : "unknown";
        }
    }
}
