package io.chameleon.transport.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** On an event loop whose time the test advances. */
class SlowReaderTest {
    private static final int MIB = 1 << 20;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<String> slow = new ArrayList<>();
    private final SlowReader reader = new SlowReader(channel.eventLoop(), Duration.ofSeconds(30), slow::add);

    SlowReaderTest() {
        channel.freezeTime();
    }

    private void pass(int seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void peer_thatTakesNothing_isNoticedAfterAPeriod() {
        reader.sending(100);

        pass(29);
        assertThat(slow).isEmpty();
        pass(1);
        assertThat(slow).containsExactly("it took 0 bytes of its answers within 30s, expected 100");
    }

    @Test
    void peer_thatTakesALittleNowAndThen_isNoticed() {
        for (int i = 0; i < 32; i++) {
            reader.sending(8 * MIB);
        }
        reader.sending(1_000);
        reader.sent(1_000);
        pass(30);

        assertThat(slow).containsExactly("it took 1000 bytes of its answers within 30s, expected 4194304");
    }

    @Test
    void peer_thatTakesEnough_staysHoweverMuchIsSentMeanwhile() {
        for (int period = 0; period < 10; period++) {
            reader.sending(8 * MIB);
            pass(29);
            reader.sent(8 * MIB);
            reader.sending(8 * MIB);
            pass(1);
            assertThat(slow).isEmpty();
            reader.sent(8 * MIB);
        }
    }

    @Test
    void peer_thatTakesAllItIsSent_staysHoweverLittleThatIs() {
        for (int period = 0; period < 10; period++) {
            reader.sending(10);
            reader.sent(10);
            pass(45);
        }
        assertThat(slow).isEmpty();
    }

    @Test
    void closedConnection_isWatchedNoMore() {
        reader.sending(10);
        reader.close();

        pass(60);
        assertThat(slow).isEmpty();
    }
}
