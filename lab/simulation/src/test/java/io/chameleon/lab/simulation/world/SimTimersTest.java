package io.chameleon.lab.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SimTimersTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final World world = new World(1);
    private final SimProcess process = new SimProcess(world, "p", new HostClock(world));
    private final ScheduledExecutorService timers = process.timers();
    private final List<String> done = new ArrayList<>();

    private ScheduledFuture<?> note(String what, long seconds) {
        return timers.schedule(() -> done.add(what + "@" + world.time().now() / SECOND), seconds, TimeUnit.SECONDS);
    }

    @Test
    void timers_fireAtTheirTimes() {
        ScheduledFuture<?> late = note("late", 3);
        ScheduledFuture<?> early = note("early", 1);
        world.runUntil(2 * SECOND);
        assertThat(done).containsExactly("early@1");
        assertThat(early.isDone()).isTrue();
        assertThat(late.isDone()).isFalse();
        world.runUntil(5 * SECOND);
        assertThat(done).containsExactly("early@1", "late@3");
    }

    @Test
    void timer_hasTheResultOfItsTask() {
        ScheduledFuture<String> answer = timers.schedule(() -> "yes", 1, TimeUnit.SECONDS);
        world.runUntil(SECOND);
        assertThat(answer.resultNow()).isEqualTo("yes");
    }

    @Test
    void cancelledTimer_doesNotFire() {
        ScheduledFuture<?> timer = note("cancelled", 1);
        assertThat(timer.cancel(false)).isTrue();
        world.runUntil(5 * SECOND);
        assertThat(done).isEmpty();
        assertThat(timer.isCancelled()).isTrue();
    }

    @Test
    void timersOfADeadProcess_doNotFire() {
        ScheduledFuture<?> timer = note("dead", 1);
        process.kill();
        world.runUntil(5 * SECOND);
        assertThat(done).isEmpty();
        assertThat(timer.isDone()).isFalse();
    }

    /** The product's own timers would swallow it, and a defect would look like a message that was lost. */
    @Test
    void taskThatFails_isAViolation() {
        ScheduledFuture<?> timer = timers.schedule(
                () -> {
                    throw new IOException("no room");
                },
                1,
                TimeUnit.SECONDS);
        world.runUntil(5 * SECOND);
        assertThat(world.violation()).startsWith("p died of").contains("a timer failed");
        assertThat(timer.exceptionNow()).hasMessage("no room");
    }

    @Test
    void executedTask_runsSoon() {
        timers.execute(() -> done.add("soon"));
        assertThat(done).as("not within the caller's step").isEmpty();
        world.runUntil(SECOND / 1_000);
        assertThat(done).containsExactly("soon");
    }

    @Test
    void timers_areOrderedByTheirTime() {
        ScheduledFuture<?> late = note("late", 3);
        ScheduledFuture<?> early = note("early", 1);
        assertThat(early.compareTo(late)).isNegative();
        assertThat(late.compareTo(early)).isPositive();
        assertThat(late.getDelay(TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void repeatingTimers_areRefused_sinceTheProductHasNone() {
        assertThatThrownBy(() -> timers.scheduleAtFixedRate(() -> {}, 1, 1, TimeUnit.SECONDS))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> timers.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.SECONDS))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    /** A client that closes its timers must not end those of others in its process. */
    @Test
    void shutdown_endsNothing() throws InterruptedException {
        ScheduledFuture<?> timer = note("after the shutdown", 1);
        timers.shutdown();
        assertThat(timers.shutdownNow()).isEmpty();
        assertThat(timers.isShutdown()).isFalse();
        assertThat(timers.isTerminated()).isFalse();
        assertThat(timers.awaitTermination(1, TimeUnit.DAYS)).isFalse();
        world.runUntil(SECOND);
        assertThat(timer.isDone()).isTrue();
    }
}
