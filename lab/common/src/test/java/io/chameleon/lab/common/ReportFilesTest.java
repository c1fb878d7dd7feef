package io.chameleon.lab.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {
    @TempDir
    Path directory;

    @Test
    void report_takesThePlaceOfTheEarlierOne_alone() throws IOException {
        Path file = directory.resolve("report.md");
        ReportFiles.write(file, "an earlier and longer one");
        assertThat(ReportFiles.write(file, "σ")).isEqualTo(file).hasContent("σ");
        assertThat(directory)
                .isDirectoryContaining(file::equals)
                .isDirectoryNotContaining(other -> !other.equals(file));
    }

    @Test
    void reportThatCannotBeWritten_leavesNothingBehind_andWhatWasThere() throws IOException {
        Path taken = Files.createDirectory(directory.resolve("report.md"));
        Path inside = Files.writeString(taken.resolve("mine"), "");
        assertThatThrownBy(() -> ReportFiles.write(taken, "text")).isInstanceOf(IOException.class);
        assertThat(inside).exists();
        assertThat(directory).isDirectoryNotContaining(other -> !other.equals(taken));
    }
}
