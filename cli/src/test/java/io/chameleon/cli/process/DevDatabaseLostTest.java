package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.kit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dev} whose PostgreSQL is killed, as for want of memory: nothing can be stored or read any more. */
class DevDatabaseLostTest {
    @TempDir
    Path directory;

    @Test
    void dev_whosePostgresIsKilled_endsWithOneLine_andStartsAgain() throws Exception {
        try (RoleProcess dev = dev()) {
            assertThat(dev.awaitReady()).startsWith("ready");
            assertThat(ProcessHandle.of(postgres()).orElseThrow().destroyForcibly())
                    .isTrue();
            assertThat(dev.exitCode()).as(dev.log()).isEqualTo(ExitCode.FAILURE);
            assertThat(dev.log().lines())
                    .contains("chameleon dev: PostgreSQL ended with exit code 137; its log is "
                            + directory.resolve("data/postgres/postgresql.log"));
        }
        try (RoleProcess again = dev()) {
            assertThat(again.awaitReady()).startsWith("ready");
            int unused = again.terminate();
        }
    }

    private RoleProcess dev() throws IOException {
        return new RoleProcess(
                directory,
                Map.of(),
                "dev",
                "--data-dir",
                directory.resolve("data").toString(),
                "--servers",
                "6",
                "--server-bytes",
                "16MiB",
                "--port-base",
                "0",
                "--no-s3");
    }

    private long postgres() throws IOException {
        return Long.parseLong(Files.readAllLines(directory.resolve("data/postgres/postmaster.pid"))
                .getFirst());
    }
}
