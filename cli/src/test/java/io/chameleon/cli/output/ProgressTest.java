package io.chameleon.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressTest {
    /** Of util-linux: runs a command in a terminal. */
    private static final Path TERMINAL = Path.of("/usr/bin/script");

    /** Shows a bar, then gets what Ctrl-C sends. */
    static final class Interrupted {
        private Interrupted() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("ended in good order")));
            try (Progress progress = Progress.of("store", 10)) {
                System.out.println("shown: " + progress.isShown());
                String pid = Long.toString(ProcessHandle.current().pid());
                Process unused = new ProcessBuilder("kill", "-INT", pid).start();
                // No test waits for ever for a signal that was lost.
                boolean _ = new CountDownLatch(1).await(60, TimeUnit.SECONDS);
            }
        }
    }

    /** A demo's database and directory would stay behind. */
    @Test
    void ctrlC_whileABarIsShown_endsTheProcessInGoodOrder() throws Exception {
        assumeThat(TERMINAL).isExecutable(); // so this is Linux
        assumeThat(isCtrlCHeard()).isTrue();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                TERMINAL.toString(), "-qec", "exec \"$JAVA\" -XX:TieredStopAtLevel=1 \"$MAIN\"", "/dev/null");
        builder.environment().put("JAVA", java);
        builder.environment().put("MAIN", Interrupted.class.getName());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("TERM", "xterm");
        builder.environment().remove("NO_PROGRESS");
        Process terminal = builder.redirectErrorStream(true).start();
        String said = new String(terminal.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said).contains("shown: true", "ended in good order");
        assertThat(terminal.waitFor()).isEqualTo(130);
    }

    /** What a script runs in the background, such as these tests, is deaf to it. */
    private static boolean isCtrlCHeard() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .noneMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }
}
