package io.chameleon.cli.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.ImageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that fails in every way: what its user reads, and what a script gets. */
class ErrorLinesTest {
    @Command(name = "chameleon try")
    private static final class Failing implements Callable<Integer> {
        private final Throwable failure;

        @Parameters(arity = "0..1")
        private int number;

        @Option(names = "--recursive")
        private boolean recursive;

        Failing(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public Integer call() throws Exception {
            assertThat(recursive || number > 0).isFalse();
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }
    }

    private final StringWriter err = new StringWriter();

    private int run(boolean debug, Throwable failure, String... args) {
        ErrorLines lines = new ErrorLines(debug);
        CommandLine line = new CommandLine(new Failing(failure))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler(lines)
                .setParameterExceptionHandler(lines);
        return lines.run(line, args);
    }

    static Stream<Exception> failuresForWantOfFiles() {
        return Stream.of(
                new IllegalStateException("no loop", new IOException("epoll_create1() failed: Too many open files")),
                new FileSystemException("no loop", null, "Too many open files"));
    }

    /** A library says what it could not make, and perhaps only its cause why. */
    @ParameterizedTest
    @MethodSource("failuresForWantOfFiles")
    void limitOfOpenFiles_isNamedOnce_whateverFailedForIt(Exception failure) {
        assertThat(run(false, failure)).isEqualTo(ExitCode.FAILURE);
        assertThat(err)
                .hasToString("chameleon try: no loop: Too many open files; ulimit -n 4096 raises the limit"
                        + System.lineSeparator());
    }

    @Test
    void heapThatIsTooSmall_isALineThatSaysHowToMakeItLarger() {
        assertThat(run(false, new OutOfMemoryError("Java heap space"))).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .matches("chameleon try: a heap of \\d+ MiB is too small; CHAMELEON_HEAP=8g makes it larger");
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        new CommandFailure("no server flash-9; there are flash-0"),
                        ExitCode.FAILURE,
                        "no server flash-9; there are flash-0"),
                Arguments.of(
                        new IllegalArgumentException("--rate: '-1' given, expected 0 or more"),
                        ExitCode.USAGE,
                        "--rate: '-1' given, expected 0 or more"),
                Arguments.of(
                        new IllegalStateException("data directory /d is in use by another process"),
                        ExitCode.FAILURE,
                        "data directory /d is in use by another process"),
                Arguments.of(
                        new ObjectNotFoundException(ErrorCode.OBJECT_NOT_FOUND, "no object b/k", null),
                        ExitCode.FAILURE,
                        "no object b/k [OBJECT_NOT_FOUND] Check bucket and key."),
                Arguments.of(
                        new InvalidRequestException(ErrorCode.INVALID_REQUEST, "range: '9' given", null),
                        ExitCode.USAGE,
                        "range: '9' given [INVALID_REQUEST] Correct the request."),
                Arguments.of(
                        new ChameleonError(ErrorCode.FENCED, "another leads"),
                        ExitCode.FAILURE,
                        "another leads [FENCED]"),
                Arguments.of(
                        new UncheckedIOException("cannot write /d/k: disk full", new IOException("disk full")),
                        ExitCode.FAILURE,
                        "cannot write /d/k: disk full"),
                Arguments.of(
                        new UncheckedIOException(
                                "cannot use data directory /d: /d", new FileAlreadyExistsException("/d")),
                        ExitCode.FAILURE,
                        "cannot use data directory /d: /d: there is a file of that name"),
                Arguments.of(
                        new CommandFailure("--report: cannot write to /r: /r/x", new AccessDeniedException("/r/x")),
                        ExitCode.FAILURE,
                        "--report: cannot write to /r: /r/x: no permission"),
                Arguments.of(
                        new CommandFailure(
                                "cannot read /x: /x: Is a directory",
                                new FileSystemException("/x", null, "Is a directory")),
                        ExitCode.FAILURE,
                        "cannot read /x: /x: Is a directory"),
                Arguments.of(
                        new DeviceFailedException("cannot open image /d/f.img", new AccessDeniedException("/d/f.img")),
                        ExitCode.FAILURE,
                        "cannot open image /d/f.img: no permission"),
                Arguments.of(
                        new ImageException("image /d/f.img is in use by another process"),
                        ExitCode.FAILURE,
                        "image /d/f.img is in use by another process"),
                Arguments.of(
                        new NullPointerException("of ours"),
                        ExitCode.FAILURE,
                        "unexpected NullPointerException: of ours; --debug shows where, please report it"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failure_isOneLine_andTheExitCodeTellsWhoseFaultItIs(Exception failure, int exitCode, String line) {
        assertThat(run(false, failure)).isEqualTo(exitCode);
        assertThat(err.toString().lines()).containsExactly("chameleon try: " + line);
    }

    static Stream<Arguments> fileFailures() {
        return Stream.of(
                Arguments.of(new AccessDeniedException("/locked/x"), "/locked/x: no permission"),
                Arguments.of(new NoSuchFileException("/gone/x"), "/gone/x: there is no such file or directory"),
                Arguments.of(new NotDirectoryException("/x"), "/x: NotDirectoryException"),
                Arguments.of(new FileSystemException("/a", "/b", "Is a directory"), "/a -> /b: Is a directory"),
                Arguments.of(new IOException("No space left on device"), "No space left on device"),
                Arguments.of(new IOException("Broken pipe"), "Broken pipe"));
    }

    /** A disk that is full, or a pipe whose reader is gone, is no defect to report. */
    @ParameterizedTest
    @MethodSource("fileFailures")
    void failureOfTheUsersOwnFiles_namesTheFileAndTheReason(IOException failure, String line) {
        assertThat(run(false, failure)).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString().lines()).containsExactly("chameleon try: " + line);
    }

    @Test
    void messageOfSeveralLines_isJoinedToOne() {
        assertThat(run(false, new CommandFailure("first\n   second\r\nthird\n")))
                .isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString().lines()).containsExactly("chameleon try: first second third");
    }

    @Test
    void failureWithoutAMessage_isStillALine() {
        assertThat(run(false, new UnsupportedOperationException())).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString())
                .startsWith("chameleon try: unexpected UnsupportedOperationException: ; --debug shows where");
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void lineThatIsTooLong_isCut_unlessDebugAsksForAll() {
        String all = "x".repeat(2_000);
        assertThat(run(false, new CommandFailure(all))).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString().strip())
                .hasSizeLessThan(600)
                .startsWith("chameleon try: xxx")
                .endsWith("xxx... (--debug shows all)");
        err.getBuffer().setLength(0);
        assertThat(run(true, new CommandFailure(all))).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString().lines().findFirst()).hasValue("chameleon try: " + all);
    }

    @Test
    void debug_addsTheStackTrace_afterTheLine() {
        assertThat(run(true, new CommandFailure("gone", new IOException("refused"))))
                .isEqualTo(ExitCode.FAILURE);
        List<String> lines = err.toString().lines().toList();
        assertThat(lines.getFirst()).isEqualTo("chameleon try: gone");
        assertThat(lines)
                .anyMatch(line -> line.startsWith("\tat "))
                .contains("Caused by: java.io.IOException: refused");
    }

    @Test
    void valueOfTheWrongKind_isAUsageError_thatSaysWhereHelpIs() {
        assertThat(run(false, new CommandFailure("never"), "many")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines())
                .containsExactly(
                        "chameleon try: Invalid value for positional parameter at index 0 (<number>): 'many' is"
                                + " not an int; see 'chameleon try --help'");
    }

    @Test
    void optionThatIsAlmostOne_isAnsweredWithTheOneThatWasMeant() {
        assertThat(run(false, new CommandFailure("never"), "--recursiv")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines())
                .containsExactly("chameleon try: Unknown option: '--recursiv'; did you mean --recursive?;"
                        + " see 'chameleon try --help'");
    }
}
