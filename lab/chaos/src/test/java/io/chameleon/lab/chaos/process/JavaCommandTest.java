package io.chameleon.lab.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Sets properties of this JVM. */
@Isolated
class JavaCommandTest {
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
}
