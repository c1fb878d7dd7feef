package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HeapWatchTest {
    /** The JVM's attach mechanism sends SIGQUIT, on which a PostgreSQL ends at once. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void processThatIsNoJava_getsNoSignal() throws IOException, InterruptedException {
        Process other = new ProcessBuilder("sh", "-c", "trap 'exit 3' QUIT; echo ready; read line; exit 0").start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("ready");
            assertThat(HeapWatch.attach(other.pid())).isEmpty();
            other.outputWriter().close();
            assertThat(other.waitFor()).isZero();
        } finally {
            other.destroyForcibly();
        }
    }
}
