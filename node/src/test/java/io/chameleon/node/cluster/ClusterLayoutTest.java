package io.chameleon.node.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.server.ServerConfig.Medium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterLayoutTest {
    private static final ClusterLayout MADE = new ClusterLayout(6, 1 << 26, 3, Medium.IMAGE);

    @TempDir
    Path data;

    @Test
    void newDirectory_hasNone() {
        assertThat(ClusterLayout.read(data)).isEmpty();
    }

    @Test
    void layout_isReadAsItWasWritten_andNothingHalfWrittenStays() throws IOException {
        JsonFiles.write(data.resolve("layout.json"), MADE);
        assertThat(ClusterLayout.read(data)).hasValue(MADE);
        try (var files = Files.list(data)) {
            assertThat(files).hasSize(1);
        }
    }

    /** A later version may say more of a cluster. */
    @Test
    void fieldThatThisVersionDoesNotKnow_isPassedOver() throws IOException {
        write("{\"servers\": 6, \"serverBytes\": 67108864, \"zones\": 3, \"medium\": \"IMAGE\", \"racks\": 2}");
        assertThat(ClusterLayout.read(data)).hasValue(MADE);
    }

    @Test
    void fileThatIsNoLayout_isNamed() throws IOException {
        write("{\"servers\": 6, ");
        assertThatThrownBy(() -> ClusterLayout.read(data))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(data.resolve("layout.json") + " cannot be read: ");
        write("{\"servers\": 6}");
        assertThatThrownBy(() -> ClusterLayout.read(data)).hasMessageContaining("medium in layout.json");
    }

    private void write(String json) throws IOException {
        Files.writeString(data.resolve("layout.json"), json);
    }
}
