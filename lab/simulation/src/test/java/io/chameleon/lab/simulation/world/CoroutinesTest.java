package io.chameleon.lab.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Blocking code in virtual time: a thread that waits lets the others go on, and nothing runs beside anything else. */
class CoroutinesTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final World world = new World(1);
    private final SimProcess process = new SimProcess(world, "p", new HostClock(world));
    private final List<String> done = new ArrayList<>();

    private void note(String what) {
        done.add(what + "@" + world.time().now() / SECOND);
    }

    @Test
    void threadThatWaitsForAFuture_goesOnWhenItIsComplete() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        process.start(() -> note(answer.join()));
        process.after(3 * SECOND, () -> answer.complete("answer"));
        process.after(2 * SECOND, () -> note("meanwhile"));
        world.runUntil(10 * SECOND);
        assertThat(done).containsExactly("meanwhile@2", "answer@3");
    }

    @Test
    void lock_isHeldByOneThreadAtATime_alsoWhileItSleeps() {
        ReentrantLock lock = new ReentrantLock();
        for (String name : List.of("first", "second")) {
            process.start(() -> {
                lock.lock();
                try {
                    note(name + " in");
                    process.sleep(2 * SECOND);
                    note(name + " out");
                } finally {
                    lock.unlock();
                }
            });
        }
        world.runUntil(10 * SECOND);
        assertThat(done).hasSize(4);
        assertThat(done.get(0)).endsWith("in@0");
        assertThat(done.get(1)).isEqualTo(done.get(0).replace("in@0", "out@2"));
        assertThat(done.get(2)).endsWith("in@2");
        assertThat(done.get(3)).endsWith("out@4");
    }

    @Test
    void threads_handOverToEachOther() {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        process.start(() -> {
            for (int i = 0; i < 3; i++) {
                process.sleep(SECOND);
                put(queue, i);
            }
        });
        process.start(() -> {
            for (int i = 0; i < 3; i++) {
                note("took " + take(queue));
            }
        });
        world.runUntil(10 * SECOND);
        assertThat(done).containsExactly("took 0@1", "took 1@2", "took 2@3");
    }

    /** A killed process holds its permits for ever, as a killed process does. */
    @Test
    void threadOfAKilledProcess_neverGoesOn() {
        Semaphore permits = new Semaphore(0);
        process.start(() -> {
            permits.acquireUninterruptibly();
            note("went on");
        });
        process.after(SECOND, process::kill);
        world.time().after(2 * SECOND, permits::release);
        world.runUntil(10 * SECOND);
        assertThat(done).isEmpty();
        assertThat(world.violation()).isEmpty();
    }

    @Test
    void threadThatIsPaused_goesOnWhenTheProcessDoes() {
        process.start(() -> {
            process.sleep(2 * SECOND);
            note("slept");
        });
        process.after(SECOND, process::pause);
        world.time().after(5 * SECOND, process::resume);
        world.runUntil(10 * SECOND);
        assertThat(done).containsExactly("slept@5");
    }

    @Test
    void sleep_outsideOfASimulatedThread_isRefused() {
        assertThatThrownBy(() -> process.sleep(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("only a thread of the simulation may wait");
    }

    @Test
    void exceptionOfAThread_isAViolationThatNamesTheProcess() {
        process.start(() -> {
            process.sleep(SECOND);
            throw new IllegalStateException("a defect");
        });
        world.runUntil(10 * SECOND);
        assertThat(world.violation()).startsWith("p: a thread died of").contains("a defect");
    }

    /** Steps of all threads, in the order in which they ran. */
    private static List<String> interleaving(long seed) {
        World world = new World(seed);
        SimProcess process = new SimProcess(world, "p", new HostClock(world));
        List<String> steps = new ArrayList<>();
        for (int thread = 0; thread < 5; thread++) {
            String name = "t" + thread;
            process.start(() -> {
                for (int step = 0; step < 5; step++) {
                    steps.add(name + "." + step);
                    process.sleep(process.chance().nextInt(1_000));
                }
            });
        }
        world.runUntil(SECOND);
        assertThat(steps).hasSize(25);
        return steps;
    }

    @Test
    void seed_decidesHowThreadsInterleave() {
        assertThat(interleaving(1)).isEqualTo(interleaving(1)).isNotEqualTo(interleaving(2));
    }

    private static void put(SynchronousQueue<Integer> queue, int value) {
        try {
            queue.put(value);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int take(SynchronousQueue<Integer> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
