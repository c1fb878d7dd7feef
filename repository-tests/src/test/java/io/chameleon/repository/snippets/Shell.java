package io.chameleon.repository.snippets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.chameleon.cli.kit.CommandProvider;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.cli.process.DevCommand;
import io.chameleon.lab.chaos.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Runs commands of pages with bash, in a directory that has {@code ./chameleon} and the files that pages name. */
final class Shell {
    private static final long LIMIT_SECONDS = 600;
    private static final String S3_OF_PAGES = "127.0.0.1:7480";

    private final Path directory;
    private final String metadata;
    private final String s3;

    /**
     * @param metadata address of the cluster that commands find
     * @param s3 host and port of its gateway, in place of those that pages name
     */
    Shell(Path directory, String metadata, String s3) throws IOException {
        this.directory = directory;
        this.metadata = metadata;
        this.s3 = s3;
        String command = JavaCommand.of("io.chameleon.cli.Main").stream()
                .map(word -> word.startsWith("-Xmx") ? "-Xmx${CHAMELEON_HEAP:-192m}" : "'" + word + "'")
                .collect(Collectors.joining(" "));
        Path script = Files.writeString(directory.resolve("chameleon"), "#!/bin/sh\nexec " + command + " \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    void check(ShellCommand command) throws IOException, InterruptedException {
        switch (command.kind()) {
            case RUN -> run(command);
            case CLIENT -> {
                assumeTrue(exists(command.program()), () -> "no " + command.program() + " on this machine");
                run(command);
            }
            case PARSED -> parse(command);
            case NOT_RUN -> {}
            case UNKNOWN ->
                fail(
                        "%s: '%s' is not a command that this test runs, nor one that it knows as not to be run",
                        command.place(), command.text());
        }
    }

    /** Runs a program in Python, where the machine has it with the modules that the program imports. */
    void python(Snippet snippet) throws IOException, InterruptedException {
        List<String> imports = snippet.code().stream()
                .filter(line -> line.startsWith("import "))
                .toList();
        assumeTrue(
                isOk("python3", "-c", String.join("\n", imports)),
                () -> "no Python on this machine that can " + String.join(", ", imports));
        Files.writeString(
                directory.resolve("program.py"),
                String.join("\n", snippet.code()).replace(S3_OF_PAGES, s3));
        succeed(snippet.place(), "python3 program.py");
    }

    private static boolean exists(String program) throws InterruptedException {
        return isOk("sh", "-c", "command -v " + program);
    }

    private static boolean isOk(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // no such program
        }
    }

    private static void parse(ShellCommand command) {
        List<String> words = command.arguments();
        String[] flags = words.subList(1, words.size()).toArray(String[]::new);
        assertThatCode(() -> commandLine(words.getFirst())
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .parseArgs(flags))
                .as("%s: flags of '%s'", command.place(), command.text())
                .doesNotThrowAnyException();
    }

    /** Commands of the laboratory are found as the command line itself finds them. */
    private static CommandLine commandLine(String name) {
        return ServiceLoader.load(CommandProvider.class).stream()
                .map(provider -> provider.get().commands(Terminal.ofProcess()).get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .map(Supplier::get)
                .orElseGet(() -> new CommandLine(new DevCommand(Terminal.ofProcess())));
    }

    private void run(ShellCommand command) throws IOException, InterruptedException {
        String printed = succeed(command.place(), command.text());
        if (!command.output().isEmpty()) {
            assertThat(withoutSizes(printed.lines().toList()))
                    .as("%s: output of '%s'", command.place(), command.text())
                    .containsExactlyElementsOf(withoutSizes(command.output()));
        }
    }

    /** The page stores gigabytes, the test does not. */
    private static List<String> withoutSizes(List<String> lines) {
        return lines.stream()
                .map(line -> line.strip().replaceAll("[\\d.]+ [KMG]iB", "SIZE"))
                .toList();
    }

    private String succeed(String place, String text) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder("bash", "-euo", "pipefail", "-c", text.replace(S3_OF_PAGES, s3))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("CHAMELEON_CLUSTER", metadata);
        // What a machine trusts elsewhere is no matter here, and old clients of S3 fail over it.
        builder.environment().remove("AWS_CA_BUNDLE");
        builder.environment().merge("PATH", directory.toString(), (path, first) -> first + ":" + path);
        Process process = builder.start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        String printed = Files.readString(output);
        assertThat(ended)
                .as("%s: '%s' ends within %d s; it printed:%n%s", place, text, LIMIT_SECONDS, printed)
                .isTrue();
        assertThat(process.waitFor())
                .as("%s: exit code of '%s', which printed:%n%s", place, text, printed)
                .isZero();
        return printed;
    }
}
