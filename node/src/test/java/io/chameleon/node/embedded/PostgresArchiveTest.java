package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresArchiveTest {
    /** Ends without an orderly end, as a process that is killed. */
    static final class Reading {
        private Reading() {}

        public static void main(String[] arguments) throws IOException {
            Runtime.getRuntime().halt(PostgresArchive.read().length > 0 ? 0 : 1);
        }
    }

    /** They may be on a file system that is full, read-only or without the right to run programs. */
    @Test
    void archive_isFound_withoutTemporaryFiles(@TempDir Path temporary) throws Exception {
        Process reading = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reading.class.getName())
                .inheritIO()
                .start();

        assertThat(reading.waitFor()).isZero();
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void archive_isNamedAfterSystemAndProcessor() {
        assertThat(PostgresArchive.names("linux", "amd64", false)).containsExactly("postgres-linux-x86_64.txz");
        assertThat(PostgresArchive.names("linux", "aarch64", false)).containsExactly("postgres-linux-arm_64.txz");
        assertThat(PostgresArchive.names("linux", "ppc64le", false)).containsExactly("postgres-linux-ppcle_64.txz");
    }

    @Test
    void alpine_takesItsOwnFirst() {
        assertThat(PostgresArchive.names("linux", "amd64", true))
                .containsExactly("postgres-linux-x86_64-alpine_linux.txz", "postgres-linux-x86_64.txz");
    }

    @Test
    void macWithAnAppleProcessor_takesOneForIntelIfThereIsNoOther() {
        assertThat(PostgresArchive.names("darwin", "aarch64", false))
                .containsExactly("postgres-darwin-arm_64.txz", "postgres-darwin-x86_64.txz");
    }
}
