package io.chameleon.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.WriteHint;
import io.chameleon.server.store.Bytes;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.server.store.TestDevice;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScrubberTest {
    private static final int PAGE = 4096;
    /** Ten pages a second: one a turn. */
    private static final long RATE = 10 * PAGE;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final TestDevice device = TestDevice.small();
    private final FragmentStore store = new FragmentStore(device, 0.02, threads);
    private Instant now = Instant.ofEpochSecond(1_000_000);
    private final List<Long> read = new ArrayList<>();
    private final Scrubber scrubber = new Scrubber(store, RATE, () -> now);

    ScrubberTest() {
        device.beforeRead = read::add;
    }

    @AfterEach
    void close() {
        threads.close();
    }

    private Bytes put(int id, int pages) {
        Bytes bytes = Bytes.of(Bytes.id(id), pages * PAGE);
        store.put(bytes.fragment(), bytes.segment(), WriteHint.COLD).join();
        return bytes;
    }

    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            scrubber.turn();
        }
    }

    @Test
    void pass_readsEachPageOnce_atTheRate() {
        for (int i = 0; i < 20; i++) {
            put(i, 3);
        }
        turns(30);
        assertThat(read.size()).as("pages of three seconds").isBetween(30, 33);
        turns(31);
        assertThat(read).hasSize(60).doesNotHaveDuplicates();
        assertThat(scrubber.progress().passes()).isEqualTo(1);
        assertThat(scrubber.progress().allBytes()).isEqualTo(60L * PAGE);
    }

    @Test
    void readOfAClient_leavesItATenthOfTheRate() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            put(i, 3);
        }
        Thread scrubbing = Thread.currentThread();
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        device.beforeRead = page -> {
            if (Thread.currentThread().equals(scrubbing)) {
                read.add(page);
            } else {
                reading.countDown();
                await(over);
            }
        };
        CompletableFuture<Void> client = CompletableFuture.runAsync(
                () -> store.read(store.find(Bytes.id(1)), 0, MemorySegment.ofArray(new byte[PAGE])), threads);
        reading.await();
        turns(100);
        assertThat(read.size()).as("pages of ten seconds").isBetween(10, 13);
        over.countDown();
        client.join();
        turns(10);
        assertThat(read.size()).as("and of one more").isBetween(19, 23);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nextPass_waitsAWhile_whereThereIsLittleToRead() {
        put(1, 1);
        turns(10);
        assertThat(read).hasSize(1);
        now = now.plus(Scrubber.SHORTEST_PASS);
        turns(10);
        assertThat(read).hasSize(2);
        assertThat(scrubber.progress().lastPassMillis()).isEqualTo(now.toEpochMilli());
    }

    @Test
    void passThatBeganWhileTheClockWasYearsAhead_doesNotHoldBackTheNext() {
        put(1, 1);
        Instant right = now;
        now = right.plus(Duration.ofDays(3_000));
        turns(10);
        assertThat(read).hasSize(1);

        now = right;
        turns(10);
        assertThat(read).hasSize(2);
        turns(10);
        assertThat(read).as("the usual pause").hasSize(2);
    }

    @Test
    void damage_isFound_andTheRestIsReadAllTheSame() {
        Bytes victim = put(1, 1);
        device.trim(device.mapped().iterator().next());
        for (int i = 2; i < 10; i++) {
            put(i, 1);
        }
        turns(20);
        assertThat(store.damaged()).containsExactly(victim.id());
        assertThat(scrubber.progress().allFragments()).isEqualTo(9);
    }

    @Test
    void fragmentsDeletedMeanwhile_doNotStopThePass() {
        for (int i = 0; i < 10; i++) {
            put(i, 1);
        }
        turns(3);
        for (int i = 0; i < 10; i += 2) {
            store.deleteWrites(List.of(Bytes.id(i).writeId()));
        }
        turns(20);
        assertThat(scrubber.progress().passes()).isEqualTo(1);
        assertThat(store.damaged()).isEmpty();
    }

    @Test
    void largeFragment_goesIntoDebt_soThatTheRateHolds() {
        put(1, 50);
        put(2, 1);
        turns(1);
        assertThat(read).hasSize(50);
        turns(48);
        assertThat(read).hasSize(50);
        turns(4);
        assertThat(read).hasSize(51);
    }

    @Test
    void whatComesDuringAPass_isReadInItOrInTheNext() {
        put(1, 1);
        put(2, 1);
        turns(1);
        put(3, 1);
        turns(10);
        now = now.plus(Scrubber.SHORTEST_PASS.plus(Duration.ofSeconds(1)));
        turns(10);
        assertThat(read).contains(2L);
        assertThat(scrubber.progress().passes()).isEqualTo(2);
    }
}
