package io.chameleon.node.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseTest {
    @TempDir
    Path directory;

    /** Whoever has it may be another PostgreSQL, which would be taken for this one. */
    @Test
    void portInUse_isNamedInOneLine_andNothingIsStarted() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedDatabase.start(directory, other.getLocalPort()))
                    .hasMessage("cannot start PostgreSQL on " + directory + ": port " + other.getLocalPort()
                            + " is in use");
        }
        assertThat(directory).isEmptyDirectory();
    }
}
