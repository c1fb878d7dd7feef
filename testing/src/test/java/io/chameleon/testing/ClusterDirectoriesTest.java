package io.chameleon.testing;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.node.embedded.DataDirectory;
import io.chameleon.node.embedded.EmbeddedDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of clusters whose process ended before its test class. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // what reads from a process is not interrupted
class ClusterDirectoriesTest {
    @TempDir
    Path temporary;

    /** Of a process that has ended. */
    private Path left;

    @BeforeEach
    void endAProcess() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        left = temporary.resolve(ClusterDirectories.prefix(ended.pid()) + "1");
    }

    @Test
    void killedProcess_itsPostgreSqlAndFilesGoWithTheNextCluster() throws IOException {
        EmbeddedDatabase.start(left.resolve("postgres"), 0);
        long postgres = Long.parseLong(
                Files.readAllLines(left.resolve("postgres/postmaster.pid")).getFirst());
        assertThat(ClusterDirectories.made(temporary)).isEmptyDirectory();
        assertThat(left).doesNotExist();
        assertThat(ProcessHandle.of(postgres)).isEmpty();
    }

    @Test
    void directoryOfARunningProcess_stays() throws IOException {
        Path running = temporary.resolve(
                ClusterDirectories.prefix(ProcessHandle.current().pid()) + "1");
        Files.createDirectories(running.resolve("postgres"));
        ClusterDirectories.made(temporary);
        assertThat(running.resolve("postgres")).exists();
    }

    /** In another container a process has another number. */
    @Test
    void lockedDirectory_stays() throws IOException {
        Files.createDirectories(left.resolve("postgres"));
        try (DataDirectory locked = DataDirectory.open(left)) {
            ClusterDirectories.made(temporary);
            assertThat(locked.resolve("postgres")).exists();
        }
    }

    /** Killed before the database had its name. */
    @Test
    void halfADatabase_goesToo() throws IOException {
        Files.createDirectories(left.resolve("postgres.new"));
        ClusterDirectories.made(temporary);
        assertThat(left).doesNotExist();
    }

    @Test
    void processThatExitsInTheMidstOfAClass_leavesNothing() throws Exception {
        Process process = start(Exiting.class);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(42);
        assertThat(temporary).as(said).isDirectoryNotContaining("glob:**chameleon-cluster-*");
        long postgres = Long.parseLong(said.lines().toList().getLast());
        ProcessHandle.of(postgres).ifPresent(ending -> ending.onExit().join());
    }

    @Test
    void processThatIsStoppedWhileAClusterStarts_leavesNothing() throws Exception {
        Process process = start(Starting.class);
        try (BufferedReader said = process.inputReader()) {
            assertThat(said.lines().anyMatch("begun"::equals)).isTrue();
            process.destroy();
            assertThat(process.waitFor()).as("SIGTERM").isEqualTo(143);
        }
        assertThat(temporary).isDirectoryNotContaining("glob:**chameleon-cluster-*");
        assertThat(ProcessHandle.allProcesses()
                        .filter(running -> List.of(running.info().arguments().orElse(new String[0])).stream()
                                .anyMatch(argument -> argument.contains(temporary + "/chameleon-cluster-"))))
                .isEmpty();
    }

    private Process start(Class<?> program) throws IOException {
        return new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName()))
                .redirectErrorStream(true)
                .start();
    }

    @ChameleonCluster(mebibytesPerServer = 16)
    static final class Starting {
        public static void main(String[] arguments) throws IOException {
            Thread.startVirtualThread(Starting::tellOnceADatabaseIsMade);
            ClusterOfClass unused =
                    ClusterOfClass.start(Objects.requireNonNull(Starting.class.getAnnotation(ChameleonCluster.class)));
            System.in.transferTo(System.out);
        }

        private static void tellOnceADatabaseIsMade() {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            await().forever().pollInterval(1, MILLISECONDS).until(() -> isADatabaseThere(temporary));
            System.out.println("begun");
        }

        private static boolean isADatabaseThere(Path temporary) {
            try (var files = Files.list(temporary)) {
                return files.anyMatch(
                        file -> Files.exists(file.resolve("postgres.new")) || Files.exists(file.resolve("postgres")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ChameleonCluster(mebibytesPerServer = 16)
    static final class Exiting {
        public static void main(String[] arguments) throws IOException {
            ClusterOfClass unused =
                    ClusterOfClass.start(Objects.requireNonNull(Exiting.class.getAnnotation(ChameleonCluster.class)));
            try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
                Path own = files.filter(file -> file.getFileName().toString().startsWith("chameleon-cluster-"))
                        .findFirst()
                        .orElseThrow();
                System.out.println(Files.readAllLines(own.resolve("postgres/postmaster.pid"))
                        .getFirst());
            }
            System.exit(42);
        }
    }
}
