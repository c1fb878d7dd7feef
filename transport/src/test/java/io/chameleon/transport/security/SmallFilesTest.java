package io.chameleon.transport.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that an operator names, where there is something else. */
class SmallFilesTest {
    private static final int MAX = 1 << 20;
    private static final Path ZERO = Path.of("/dev/zero");
    private static final Path PKI = Path.of("src/test/resources/pki");

    @TempDir
    private Path directory;

    private Path pipe() throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        return pipe;
    }

    @Test
    void pipe_thatNobodyWrites_isGivenUp_andReadOnceSomebodyDoes() throws Exception {
        Path pipe = pipe();
        for (int i = 0; i < 2; i++) {
            assertThatIOException()
                    .isThrownBy(() -> SmallFiles.read(pipe, MAX, Duration.ZERO))
                    .withMessage("it is a pipe or a device that nothing came from in 0 s");
        }
        Files.writeString(pipe, "a key");
        assertThat(SmallFiles.read(pipe, MAX)).asString(StandardCharsets.UTF_8).isEqualTo("a key");
    }

    @Test
    void device_thatNeverEnds_isTooLarge() {
        assumeTrue(Files.exists(ZERO), "this system has no /dev/zero");
        assertThatIOException()
                .isThrownBy(() -> SmallFiles.read(ZERO, 64 << 20))
                .withMessage("it is larger than 1 MiB");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SecretFiles.text("auth.keys-file", ZERO))
                .withMessage("auth.keys-file: /dev/zero cannot be read: it is larger than 1 MiB");
    }

    @Test
    void file_isReadUpToItsGreatestSize_andRefusedBeyond() throws IOException {
        Path file = Files.write(directory.resolve("keys"), new byte[MAX]);
        assertThat(SmallFiles.read(file, MAX)).hasSize(MAX);
        Files.write(file, new byte[MAX + 1]);
        assertThatIOException().isThrownBy(() -> SmallFiles.read(file, MAX)).withMessage("it is larger than 1 MiB");
    }

    /** The message of such a failure is the name of the file alone. */
    @Test
    void file_withoutPermission_isSaidToBeThat() {
        assertThat(SmallFiles.why(new AccessDeniedException("/etc/keys"))).isEqualTo("no permission");
    }

    /** TLS opens its files by their names, and would wait for a writer. */
    @Test
    void certificate_thatIsAPipeOrADirectory_isRefusedAtOnce() throws Exception {
        Path pipe = pipe();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TlsContexts.of(new TlsFiles(null, null, pipe, true), false))
                .withMessageEndingWith("tls.ca-file cannot be read: it is a pipe or a device, expected a file");
        TlsFiles keyless = new TlsFiles(PKI.resolve("server.pem"), directory, PKI.resolve("ca.pem"), true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TlsContexts.of(keyless, false))
                .withMessageEndingWith("tls.key-file cannot be read: it is a directory");
    }
}
