package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Directories of programs, with a small one in the place of PostgreSQL. */
class PostgresProgramTest {
    @TempDir
    Path directory;

    /** Another process, which unpacks the program at its first argument once it is told to. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) throws IOException {
            Path home = Path.of(arguments[0]);
            try (FileChannel file = FileChannel.open(
                            home.resolveSibling("programs.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock unused = file.lock()) {
                System.out.println("locked");
                int told = System.in.read();
                Path program = Files.createDirectories(home.resolve("bin")).resolve("postgres");
                Files.writeString(program, "of the other process " + told);
                if (!program.toFile().setExecutable(true)) {
                    throw new IOException("no right to " + program);
                }
            }
        }
    }

    private static byte[] archive(String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar =
                new TarArchiveOutputStream(new XZOutputStream(bytes, new LZMA2Options(LZMA2Options.PRESET_MIN)))) {
            byte[] program = content.getBytes(StandardCharsets.UTF_8);
            TarArchiveEntry entry = new TarArchiveEntry("bin/postgres");
            entry.setSize(program.length);
            entry.setMode(0755);
            entry.setModTime(0); // the same archive whenever it is made
            tar.putArchiveEntry(entry);
            tar.write(program);
            tar.closeArchiveEntry();
        }
        return bytes.toByteArray();
    }

    private PostgresProgram in(String content, boolean shared) {
        try {
            return PostgresProgram.in(directory, shared, archive(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path postgres(PostgresProgram program) {
        return Path.of(program.path("postgres"));
    }

    @Test
    void program_isUnpackedOnce() throws IOException {
        PostgresProgram program = in("17", false);
        assertThat(postgres(program)).isExecutable().hasContent("17");
        Files.writeString(postgres(program), "unpacked before");
        assertThat(postgres(in("17", false))).hasContent("unpacked before");
    }

    @Test
    void olderProgram_isRemoved_unlessOthersMayRunIt() {
        Path old = in("16", false).home();
        Path kept = in("17", true).home();
        assertThat(old).exists();
        Path newest = in("18", false).home();
        assertThat(old).doesNotExist();
        assertThat(kept).doesNotExist();
        assertThat(newest).exists();
    }

    @Test
    void halfAProgram_ofAProcessThatWasKilled_isReplaced() throws IOException {
        Path half = Files.createDirectories(directory.resolve("program-half/bin"));
        Files.writeString(half.resolve("of-another-version"), "");
        PostgresProgram program = in("17", true);
        assertThat(postgres(program)).hasContent("17");
        assertThat(program.home().resolve("bin")).isDirectoryNotContaining("glob:**of-another-version");
        assertThat(directory.resolve("program-half")).doesNotExist();
    }

    /** As cleaners of temporary files leave it. */
    @Test
    void directoriesWithoutPrograms_areReplaced() throws IOException {
        Files.delete(postgres(in("17", true)));
        assertThat(postgres(in("17", true))).hasContent("17");
    }

    /** As on a disk that is full: what is there in part would be taken for all. */
    @Test
    void programsThatAreNotWritten_leaveNothing() throws IOException {
        byte[] whole = archive(IntStream.range(0, 100_000)
                .mapToObj(i -> Integer.toHexString(i * 0x9E3779B9))
                .collect(Collectors.joining()));
        assertThatThrownBy(() -> PostgresProgram.in(directory, true, Arrays.copyOf(whole, whole.length - 100)))
                .isInstanceOf(IOException.class);
        assertThat(directory).isDirectoryNotContaining(path -> Files.isDirectory(path));
    }

    @Test
    void programThatAnotherProcessIsUnpacking_isAwaited() throws Exception {
        PostgresProgram program = in("17", true);
        Directories.delete(program.home());
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        program.home().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = other.inputReader()) {
            assertThat(said.readLine()).isEqualTo("locked");
            CompletableFuture<PostgresProgram> found = CompletableFuture.supplyAsync(() -> in("17", true));
            try (var tell = other.outputWriter()) {
                tell.write("7");
            }
            assertThat(found.join()).isEqualTo(program);
            assertThat(postgres(program)).hasContent("of the other process " + (int) '7');
            assertThat(other.waitFor()).isZero();
        } finally {
            other.destroyForcibly();
        }
    }
}
