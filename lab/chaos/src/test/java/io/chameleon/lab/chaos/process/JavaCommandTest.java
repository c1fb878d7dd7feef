package io.chameleon.lab.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Sets properties of this JVM. */
@Isolated
class JavaCommandTest {
    /** A main class that is in a jar wherever the tests run. */
    private static final String PACKED = "picocli.AutoComplete";

    private final Optional<String> archive = Optional.ofNullable(System.getProperty(JavaCommand.ARCHIVE_PROPERTY));
    private final String classPath = System.getProperty("java.class.path");

    @AfterEach
    void restore() {
        System.setProperty("java.class.path", classPath);
        archive.ifPresentOrElse(
                file -> System.setProperty(JavaCommand.ARCHIVE_PROPERTY, file),
                () -> System.clearProperty(JavaCommand.ARCHIVE_PROPERTY));
    }

    private static String after(String option, List<String> command) {
        return command.get(command.indexOf(option) + 1);
    }

    @Test
    void command_runsThisJavaWithTheMainClassAndItsArguments() {
        List<String> command = JavaCommand.of("io.chameleon.cli.Main", "server", "--help");
        assertThat(Path.of(command.getFirst()))
                .isExecutable()
                .isEqualTo(Path.of(System.getProperty("java.home"), "bin", "java"));
        assertThat(command).endsWith("io.chameleon.cli.Main", "server", "--help");
    }

    /** A dozen of them share a small machine. */
    @Test
    void command_keepsTheJvmSmall() {
        assertThat(JavaCommand.of("Main")).contains("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }

    @Test
    void command_keepsTemporaryFilesWhereThisJvmDoes() {
        assertThat(JavaCommand.of("Main")).contains("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    }

    @Test
    void classPath_isAbsolute_withDirectoriesLast_elseInItsOrder() {
        Path directory = Path.of("target");
        assertThat(Files.isDirectory(directory)).isTrue();
        System.setProperty("java.class.path", String.join(File.pathSeparator, "b.jar", "target", "a.jar"));
        assertThat(after("-cp", JavaCommand.of("Main")).split(File.pathSeparator))
                .isEqualTo(Arrays.stream(new String[] {"b.jar", "a.jar", "target"})
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toArray());
    }

    @Test
    void archive_isTheOneAskedFor() {
        System.setProperty(JavaCommand.ARCHIVE_PROPERTY, "/archives/chameleon.jsa");
        assertThat(JavaCommand.of("Main"))
                .filteredOn(argument -> argument.startsWith("-XX:SharedArchiveFile="))
                .containsExactly("-XX:SharedArchiveFile=/archives/chameleon.jsa");
    }

    /** A JVM that does not map its archive says nothing of it: it starts slowly. */
    @Test
    void archiveMadeByACommand_isMappedByCommands_thoughTheirClassPathEndsWithDirectories(@TempDir Path directory)
            throws Exception {
        Path archive = directory.resolve("classes.jsa");
        assertThat(run(JavaCommand.archiving(archive, PACKED, "--help"))).contains("Usage");

        System.setProperty(JavaCommand.ARCHIVE_PROPERTY, archive.toString());
        List<String> command = new ArrayList<>(JavaCommand.of(PACKED, "--help"));
        List<String> classPath = List.of(after("-cp", command).split(File.pathSeparator));
        assertThat(Path.of(classPath.getLast())).isDirectory();
        command.addAll(command.indexOf("-cp"), List.of("-Xlog:class+load"));
        assertThat(run(command)).contains(" source: shared objects file (top)");
    }

    private static String run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
