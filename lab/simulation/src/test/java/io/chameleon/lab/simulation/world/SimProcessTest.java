package io.chameleon.lab.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The lives of simulated processes: what a fault does to one. */
class SimProcessTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final World world = new World(1);
    private final HostClock clock = new HostClock(world);
    private final SimProcess process = new SimProcess(world, "p", clock);
    private final List<String> done = new ArrayList<>();

    private void note(String what) {
        done.add(what + "@" + world.time().now() / SECOND);
    }

    @Test
    void stepsAndWaits_happenAtTheirTimes() {
        process.after(3 * SECOND, () -> note("timer"));
        process.start(() -> {
            process.sleep(2 * SECOND);
            note("thread");
        });
        world.runUntil(10 * SECOND);
        assertThat(done).containsExactly("thread@2", "timer@3");
    }

    @Test
    void killedProcess_doesNothingMore_andTellsThatItHasEnded() {
        process.onEnd(() -> note("ended"));
        process.after(2 * SECOND, () -> note("timer"));
        process.start(() -> {
            process.sleep(2 * SECOND);
            note("thread");
        });
        world.time().after(SECOND, process::kill);
        world.time().after(3 * SECOND, process::kill);
        world.runUntil(10 * SECOND);
        assertThat(done).containsExactly("ended@1");
    }

    /** As after a long collection or a SIGSTOP: it does late, and in order, what it should have done. */
    @Test
    void pausedProcess_catchesUpWhenItIsResumed() {
        process.after(2 * SECOND, () -> note("first"));
        process.after(3 * SECOND, () -> note("second"));
        world.time().after(SECOND, process::pause);
        world.time().after(5 * SECOND, process::resume);
        process.after(6 * SECOND, () -> note("third"));
        world.runUntil(10 * SECOND);
        assertThat(done).containsExactly("first@5", "second@5", "third@6");
    }

    @Test
    void processThatIsKilledWhilePaused_catchesUpOnNothing() {
        process.after(2 * SECOND, () -> note("step"));
        world.time().after(SECOND, process::pause);
        world.time().after(3 * SECOND, process::kill);
        world.time().after(4 * SECOND, process::resume);
        world.runUntil(10 * SECOND);
        assertThat(done).isEmpty();
    }

    @Test
    void exceptionThatEscapes_isAViolation_andEndsTheRun() {
        process.after(SECOND, () -> {
            throw new IllegalStateException("a defect");
        });
        process.after(2 * SECOND, () -> note("after"));
        world.runUntil(10 * SECOND);
        assertThat(world.violation()).startsWith("p died of").contains("a defect");
        assertThat(done).isEmpty();
    }

    /** Hosts' clocks jump; the ticker, by which processes wait, does not. */
    @Test
    void clockThatIsSet_isAheadOfOthers_andTheTickerIsNot() {
        long before = process.clock().millis();
        clock.set(-60_000);
        assertThat(process.clock().millis()).isEqualTo(before - 60_000);
        world.runUntil(SECOND);
        assertThat(process.clock().millis()).isEqualTo(before - 59_000);
        assertThat(process.ticker().getAsLong()).isEqualTo(SECOND);
    }
}
