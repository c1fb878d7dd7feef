package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is decided about a PostgreSQL before any process runs. */
class PostgresConfigTest {
    @TempDir
    Path directory;

    private PostgresConfig config(String host, boolean initialise) {
        return new PostgresConfig(
                directory, directory, host, 5_432, "chameleon", "secret", "chameleon", 100, 1 << 20, initialise);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "##  | 1     | u   | p      | d      | 5  | 1048576 | postgresql.host: '' given, expected a host"
                        + " name or address",
                "h   | 0     | u   | p      | d      | 5  | 1048576 | postgresql.port: '0' given, expected 1 to 65535",
                "h   | 65536 | u   | p      | d      | 5  | 1048576 | postgresql.port: '65536' given, expected 1"
                        + " to 65535",
                "h   | 1     | U   | p      | d      | 5  | 1048576 | postgresql.user: 'U' given, expected a name"
                        + " like chameleon",
                "h   | 1     | a-b | p      | d      | 5  | 1048576 | postgresql.user: 'a-b' given",
                "h   | 1     | 1a  | p      | d      | 5  | 1048576 | postgresql.user: '1a' given",
                "h   | 1     | ü   | p      | d      | 5  | 1048576 | postgresql.user: 'ü' given",
                "h   | 1     | u   | ##     | d      | 5  | 1048576 | postgresql.password: '***' given, expected"
                        + " one line of text",
                "h   | 1     | u   | p      | d;drop| 5  | 1048576 | postgresql.database: 'd;drop' given,"
                        + " expected a name",
                "h   | 1     | u   | p      | ##     | 5  | 1048576 | postgresql.database: '' given",
                "h   | 1     | u   | p      | d      | 4  | 1048576 | postgresql.max-connections: '4' given,"
                        + " expected 5 to 262000",
                "h   | 1     | u   | p      | d      | 262001 | 1048576 | postgresql.max-connections: '262001' given",
                "h   | 1     | u   | p      | d      | 5  | 1048575 | postgresql.shared-buffers: '1048575' given,"
                        + " expected 1MiB to 8191GiB",
                "h   | 1     | u   | p      | d      | 5  | 8795019280385 | postgresql.shared-buffers: '8795019280385' given"
            })
    void databaseThatCannotBe_isRefused_withTheKeyThatIsWrong(
            String host,
            int port,
            String user,
            String password,
            String database,
            int most,
            long buffers,
            String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PostgresConfig(
                        directory, directory, host, port, user, password, database, most, buffers, true))
                .withMessageStartingWith(message);
    }

    @Test
    void passwordOfTwoLines_isRefused_andNotShown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new PostgresConfig(directory, directory, "h", 1, "u", "first\nsecond", "d", 5, 1 << 20, true))
                .withMessage("postgresql.password: '***' given, expected one line of text");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PostgresConfig(Path.of(""), directory, "h", 1, "u", "p", "d", 5, 1 << 20, true))
                .withMessageStartingWith("postgresql.data-dir: ''");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "db.example.org, db.example.org",
        "0.0.0.0, 127.0.0.1",
        "::, 127.0.0.1",
        "::1, [::1]"
    })
    void ownProcess_reachesItWhereItListens(String host, String reached) {
        assertThat(config(host, true).localUrl("postgres"))
                .isEqualTo("jdbc:postgresql://" + reached + ":5432/postgres");
    }

    @Test
    void configuration_shown_hasNoPassword() {
        assertThat(config("127.0.0.1", true))
                .hasToString("PostgresConfig[chameleon@127.0.0.1:5432/chameleon on " + directory + "]");
    }

    /** An empty database in the place of a lost one would know none of the objects. */
    @Test
    void databaseThatIsGone_isNotMadeAnew_unlessThatIsAllowed() throws IOException {
        PostgresFiles files = new PostgresFiles(config("127.0.0.1", false));
        assertThat(files.exist()).isFalse();
        assertThatIllegalStateException()
                .isThrownBy(files::make)
                .withMessageStartingWith(
                        "postgresql.initialise: false, and " + directory.resolve("data") + " is not there")
                .withMessageContaining("restore a backup")
                .withMessageNotContaining("\n");
        assertThat(directory).as("not even the programs are unpacked").isEmptyDirectory();
        Files.createDirectory(directory.resolve("data"));
        assertThat(files.exist()).isTrue();
    }

    /** Half a directory, of a process that was killed meanwhile, is none. */
    @Test
    void directoryThatIsHalfMade_isNoDatabase() throws IOException {
        Files.createDirectories(directory.resolve("data.new/base"));
        assertThat(new PostgresFiles(config("127.0.0.1", true)).exist()).isFalse();
    }

    /** The pid may belong to any program by now, and the file be of any content. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "-7\n", "none\n", "2147483600\n", "99999999999999999999999\n", " 1\n", "1\n", "٣\n"})
    void pidFile_thatNamesNoPostgres_stopsNothing(String content) throws IOException {
        Files.writeString(directory.resolve("postmaster.pid"), content);
        assertThatNoException().isThrownBy(() -> PostgresOrphan.stop(directory));
    }

    @Test
    void pidOfAnotherProgram_isLeftAlone() throws IOException {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(directory.resolve("postmaster.pid"), other.pid() + "\n" + directory + "\n");
            PostgresOrphan.stop(directory);
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    /**
     * Makes a program. One that this process had open for writing could not be run while a child, which another test
     * is just starting, still has it open: "Text file busy".
     */
    private static Path copy(Path from, Path to) throws IOException, InterruptedException {
        Process copying = new ProcessBuilder("cp", from.toString(), to.toString())
                .inheritIO()
                .start();
        assertThat(copying.waitFor()).isZero();
        return to;
    }

    /** What a killed process left; a program of that name stands for it. */
    @Test
    void postgresThatAnEarlierProcessLeft_isStopped() throws Exception {
        Path program = copy(Path.of("/bin/sleep"), directory.resolve("postgres"));
        Process orphan = new ProcessBuilder(program.toString(), "600").start();
        try {
            Files.writeString(directory.resolve("postmaster.pid"), orphan.pid() + "\n");
            PostgresOrphan.stop(directory);
            assertThat(orphan.isAlive()).isFalse();
        } finally {
            orphan.destroyForcibly();
        }
    }

    @Test
    void pidFile_thatIsNoText_isNamed() throws IOException {
        Path file = Files.write(directory.resolve("postmaster.pid"), new byte[] {(byte) 0xff, '\n'});
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> PostgresOrphan.stop(directory))
                .withMessageStartingWith("cannot read " + file);
        PostgresOrphan.stop(directory.resolve("never there"));
    }

    @Test
    void program_runsAsItIs_orInANamespaceOfItsOwn_ifWeAreRoot() throws IOException {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        assertThat(Unprivileged.command(List.of("postgres", "-D", "data")))
                .containsExactlyElementsOf(
                        root
                                ? List.of("unshare", "--user", "postgres", "-D", "data")
                                : List.of("postgres", "-D", "data"));
    }

    @Test
    void programThatFails_isQuotedInOneLine() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path text = Files.writeString(
                directory.resolve("script"),
                "#!/bin/sh\necho 'first reason'\necho '  second' >&2\nexit 3\n",
                StandardCharsets.UTF_8);
        assertThat(text.toFile().setExecutable(true)).isTrue();
        Path unused = copy(text, bin.resolve("initdb"));
        assertThatIllegalStateException()
                .isThrownBy(() -> new PostgresProgram(directory).run("initdb", "--any"))
                .withMessage("initdb failed: first reason; second");
    }
}
