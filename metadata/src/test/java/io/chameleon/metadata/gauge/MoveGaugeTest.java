package io.chameleon.metadata.gauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.bucket.BucketMove;
import io.chameleon.core.bucket.BucketMove.Phase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MoveGaugeTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochMilli(100_000));
    private List<BucketMove> last = List.of();
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void moveThatIsOpen_showsItsAge_andOneThatEndedDoesNot() {
        MoveGauge.register(() -> last, now::get, background::add, registry);
        assertThat(seconds()).as("nobody has asked yet").isNaN();
        background.remove().run();
        assertThat(seconds()).as("none").isZero();

        last = List.of(move(2, Phase.SWITCHING, 130_000), move(1, Phase.DONE, 10_000));
        now.set(Instant.ofEpochMilli(160_000));
        askAgain();
        assertThat(seconds()).isEqualTo(30);
        now.set(Instant.ofEpochMilli(175_000));
        assertThat(seconds()).as("without asking again").isEqualTo(45);

        last = List.of(move(2, Phase.CANCELLED, 130_000));
        now.set(Instant.ofEpochMilli(300_000));
        askAgain();
        assertThat(seconds()).isZero();
    }

    private void askAgain() {
        double unused = seconds();
        background.remove().run();
    }

    private double seconds() {
        return registry.get("chameleon.metadata.bucket.move").gauge().value();
    }

    private static BucketMove move(long id, Phase phase, long beganMillis) {
        return new BucketMove(id, "photos", 0, 1, phase, beganMillis, beganMillis, 0, "");
    }
}
