package io.chameleon.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Whether stderr is a terminal. */
final class StderrTerminal {
    private static final Path STDERR = Path.of("/proc/self/fd/2");

    private StderrTerminal() {}

    /** {@code System.console} covers stdin and stdout only, so the system is asked. {@code NO_PROGRESS} says no. */
    static boolean isThere() {
        if (System.getenv("NO_PROGRESS") != null) {
            return false;
        }
        try {
            return Files.exists(STDERR)
                    ? isDevice(Files.readSymbolicLink(STDERR).toString())
                    : isByTest();
        } catch (IOException e) {
            return false;
        }
    }

    /** Linux: what the descriptor of stderr points to. */
    static boolean isDevice(String target) {
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    }

    /** Elsewhere: a process that inherits our stderr. */
    private static boolean isByTest() throws IOException {
        Process test = new ProcessBuilder("test", "-t", "2")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return test.waitFor(1, TimeUnit.SECONDS) && test.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
