package io.chameleon.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./chameleon} in a checkout that is built, with a JDK that only notes how it is started. */
class LauncherTest {
    private static final String LIB = "lab/launcher/target/lib";
    private static final String JAVA = """
            #!/bin/sh
            echo "$@" >>"%1$s/options"
            echo "$@" | sed 's/.*Main //; s/ .*//' >>"%1$s/started"
            case "$*" in *' dev '*) : >"$(echo "$*" | sed 's/.*SharedArchiveFile=//; s/ .*//')"; echo ready ;; esac
            """;

    @TempDir
    private Path directory;

    private Path checkout;

    @BeforeEach
    void build() throws IOException {
        Path bin = Files.createDirectories(directory.resolve("jdk/bin"));
        for (String program : List.of("java", "javac")) {
            Path file = Files.writeString(bin.resolve(program), JAVA.formatted(directory));
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        checkout = directory.resolve("checkout");
        Path lib = Files.createDirectories(checkout.resolve(LIB));
        Path jar = Files.createFile(lib.resolve("cli.jar"));
        Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
        Files.createFile(lib.resolve("chameleon.jsa"));
        Files.copy(
                Repository.HOME.resolve("chameleon"),
                checkout.resolve("chameleon"),
                StandardCopyOption.COPY_ATTRIBUTES);
    }

    /** The commands that the JDK was started with for {@code chameleon version}. */
    private List<String> started() throws Exception {
        return started("version", _ -> {});
    }

    private List<String> started(String command, Consumer<Map<String, String>> change) throws Exception {
        Path notes = directory.resolve("started");
        Files.deleteIfExists(notes);
        ProcessBuilder builder =
                new ProcessBuilder(checkout.resolve("chameleon").toString(), command).inheritIO();
        builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
        builder.environment().put("CHAMELEON_NO_BUILD", "1");
        change.accept(builder.environment());
        assertThat(builder.start().waitFor()).isZero();
        return Files.readAllLines(notes);
    }

    /** The JVM would take classes of one package from two places, and refuses that of a sealed one. */
    @Test
    void archiveOfClasses_ofACheckoutThatWasMoved_isMadeAnewOnce() throws Exception {
        assertThat(started()).as("of an unknown place").containsExactly("dev", "version");
        assertThat(started()).containsExactly("version");
        checkout = Files.move(checkout, directory.resolve("moved"));
        assertThat(started()).containsExactly("dev", "version");
        assertThat(started()).containsExactly("version");
    }

    /** The JVM would find a sealed package in two places, as it does in one that was moved. */
    @Test
    void checkout_withANameBeyondAscii_hasNoArchive() throws Exception {
        Path script = Files.writeString(
                directory.resolve("script"),
                "mv '%1$s' '%1$s-ä' && exec '%1$s-ä/chameleon' version".formatted(checkout));
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString()).inheritIO();
        builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
        builder.environment().put("CHAMELEON_NO_BUILD", "1");
        assertThat(builder.start().waitFor()).isZero();
        assertThat(directory.resolve("started")).hasContent("version");
        assertThat(directory.resolve("options")).content().doesNotContain("SharedArchiveFile");
    }

    /** As services of systemd and cron jobs may be. */
    @Test
    void command_ofAUserWithoutAHome_isStarted() throws Exception {
        assertThat(started("version", environment -> environment.remove("HOME")))
                .endsWith("version");
    }

    /** Else some of its threads would be gone, and SIGTERM unheard. */
    @ParameterizedTest
    @CsvSource({"dev, true", "balancer, true", "server, true", "metadata, true", "s3, true", "version, false"})
    void process_thatServesOthers_endsOnceItsHeapIsFull(String command, boolean ends) throws Exception {
        assertThat(started(command, _ -> {})).endsWith(command);
        List<String> options = Files.readAllLines(directory.resolve("options"));
        assertThat(options.getLast().contains("-XX:+ExitOnOutOfMemoryError")).isEqualTo(ends);
    }

    @Test
    void archiveOfClasses_olderThanAJar_isMadeAnew() throws Exception {
        assertThat(started()).hasSize(2);
        Files.setLastModifiedTime(
                checkout.resolve(LIB).resolve("cli.jar"),
                FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(started()).containsExactly("dev", "version");
    }

    private Process interrupted(Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "sh",
                        "-c",
                        "echo $$ >\"$1/pid\"; exec \"$2/chameleon\" version",
                        "sh",
                        directory.toString(),
                        checkout.toString())
                .redirectErrorStream(true);
        Path temporary = Files.createDirectories(directory.resolve("temporary"));
        builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
        builder.environment().put("TMPDIR", temporary.toString());
        builder.environment().remove("CHAMELEON_NO_BUILD");
        builder.environment().putAll(environment);
        return builder.start();
    }

    private void program(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text.formatted(directory));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void warmUp_thatIsStopped_leavesNoTemporaryFiles() throws Exception {
        program(directory.resolve("jdk/bin/java"), "kill $(cat '%s/pid'); exec sleep 60\n");

        Process launcher = interrupted(Map.of("CHAMELEON_NO_BUILD", "1"));

        assertThat(launcher.waitFor()).isNotZero();
        assertThat(directory.resolve("temporary")).isEmptyDirectory();
    }

    /** Maven ends with an exit code of its own then, which is no failure of the build. */
    @Test
    void build_atCtrlC_endsInSilence() throws Exception {
        assumeThat(isCtrlCHeard()).isTrue();
        Path bin = Files.createDirectories(directory.resolve("bin"));
        program(bin.resolve("mvn"), "echo half a build; kill -INT $(cat '%s/pid'); exit 130\n");

        Process launcher = interrupted(Map.of("PATH", bin + ":" + System.getenv("PATH")));
        String said = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(launcher.waitFor()).isEqualTo(130);
        assertThat(said.lines()).singleElement().asString().contains("building");
        assertThat(directory.resolve("temporary")).isEmptyDirectory();
    }

    /** What a script runs in the background, such as these tests, is deaf to it. */
    private static boolean isCtrlCHeard() throws IOException {
        Path status = Path.of("/proc/self/status");
        return !Files.exists(status)
                || Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .noneMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }
}
