package io.chameleon.testing.guide;

// example: cluster
import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.ChameleonClient;
import io.chameleon.testing.ChameleonCluster;
import io.chameleon.testing.RunningCluster;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

@ChameleonCluster(servers = 6)
class NotesTest {
    @Test
    void note_whileAServerIsAway_isStillThere(ChameleonClient store, RunningCluster cluster) {
        byte[] note = "purrs".getBytes(StandardCharsets.UTF_8);
        store.put("notes", "cat", note);
        cluster.stopServer(3);
        assertThat(store.get("notes", "cat")).isEqualTo(note);
    }
}
// end
