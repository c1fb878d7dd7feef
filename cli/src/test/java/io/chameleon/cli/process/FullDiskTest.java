package io.chameleon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.cli.kit.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
    @TempDir
    Path directory;

    /** {@code System.out} would not tell. */
    @Test
    void answer_thatStdoutOfTheProcessDoesNotTake_isAFailure() throws Exception {
        try (RoleProcess process = RoleProcess.ontoAFullDisk(directory, "version")) {
            assertThat(process.exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(process.log())
                    .isEqualToNormalizingNewlines(
                            "chameleon version: stdout takes no more: its disk is full, or its reader gone\n");
        }
    }
}
