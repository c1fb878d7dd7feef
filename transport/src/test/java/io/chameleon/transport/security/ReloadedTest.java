package io.chameleon.transport.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys and certificates are replaced while a process runs. */
class ReloadedTest {
    @TempDir
    private Path directory;

    private Path file;
    private boolean fails;
    private int reads;
    private Reloaded<String> reloaded;

    @BeforeEach
    void read() throws IOException {
        file = Files.writeString(directory.resolve("keys"), "one");
        reloaded = new Reloaded<>(List.of(file), this::load);
    }

    private String load() {
        reads++;
        try {
            if (fails) {
                throw new IllegalArgumentException("keys cannot be read");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("keys are not there", e);
        }
    }

    /** For example a disk or a mount that failed for a moment: the file is not changed again. */
    @Test
    void readThatFailedOnce_isTriedAgain_althoughTheFileStaysAsItIs() throws IOException {
        Files.writeString(file, "second");
        fails = true;
        reloaded.refresh();
        reloaded.refresh();
        assertThat(reloaded.get()).isEqualTo("one");
        assertThat(reloaded.failures()).isEqualTo(2);

        fails = false;
        reloaded.refresh();
        assertThat(reloaded.get()).isEqualTo("second");
        assertThat(reloaded.failures()).isZero();
    }

    /** As a directory of keys whose mount is gone for a moment. */
    @Test
    void filesThatCannotBeListed_leaveTheOldValue_untilTheyCan() throws IOException {
        boolean[] gone = new boolean[1];
        Reloaded<String> listed = new Reloaded<>(
                () -> {
                    if (gone[0]) {
                        throw new IllegalArgumentException("the directory cannot be listed");
                    }
                    return List.of(file);
                },
                this::load);
        gone[0] = true;
        Files.writeString(file, "second");
        listed.refresh();
        assertThat(listed.get()).isEqualTo("one");
        assertThat(listed.failures()).isEqualTo(1);
        gone[0] = false;
        listed.refresh();
        assertThat(listed.get()).isEqualTo("second");
        assertThat(listed.failures()).isZero();
    }

    @Test
    void fileThatIsMissingForAMoment_isNoFailureOnceItIsBackAsItWas() throws IOException {
        Path aside = Files.move(file, directory.resolve("aside"));
        reloaded.refresh();
        assertThat(reloaded.failures()).isOne();
        assertThat(reloaded.get()).isEqualTo("one");

        Files.move(aside, file);
        reloaded.refresh();
        assertThat(reloaded.failures()).isZero();
        assertThat(reloaded.get()).isEqualTo("one");
    }

    @Test
    void fileThatDoesNotChange_isNotReadAgain() {
        reloaded.refresh();
        reloaded.refresh();
        assertThat(reads).isOne();
    }

    /** As of a directory on a disk that fails while it is listed. It would end the checks of all files for good. */
    @Test
    void errorThatNobodyExpects_leavesTheOldValue_andIsAFailure() throws IOException {
        boolean[] broken = new boolean[1];
        Reloaded<String> listed = new Reloaded<>(
                () -> {
                    if (broken[0]) {
                        throw new UncheckedIOException(new IOException("Stale file handle"));
                    }
                    return List.of(file);
                },
                this::load);
        broken[0] = true;
        Files.writeString(file, "second");
        listed.refresh();
        assertThat(listed.get()).isEqualTo("one");
        assertThat(listed.failures()).isOne();
        broken[0] = false;
        listed.refresh();
        assertThat(listed.get()).isEqualTo("second");
    }

    /** As of {@code <(command)}: what came from it is all there will ever be, though its time changes. */
    @Test
    void pipe_isReadOnce() throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Reloaded<String> fromPipe = new Reloaded<>(List.of(pipe), this::load);
        // Java would open the pipe for that, and wait.
        assertThat(new ProcessBuilder("touch", "-d", "2001-01-01", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        fromPipe.refresh();
        assertThat(fromPipe.failures()).isZero();
        assertThat(reads).isEqualTo(2);
    }
}
