package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceTurnsTest {
    private final List<String> steps = new ArrayList<>();
    private Runnable passing = () -> {};
    private final DeviceTurns turns = new DeviceTurns(nanos -> {
        steps.add("passed " + nanos);
        passing.run();
    });
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void turn_isTakenWhileASyncRuns_butNoSecondSync() throws Exception {
        CountDownLatch syncing = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Future<?> sync = threads.submit(() -> turns.apart(() -> {
            syncing.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        syncing.await();
        Future<?> second = threads.submit(
                () -> turns.apart(() -> assertThat(mayEnd.getCount()).isZero()));
        try {
            inAnotherThread(() -> turns.take(() -> {}));
        } finally {
            mayEnd.countDown();
        }
        sync.get(2, TimeUnit.MINUTES);
        second.get(2, TimeUnit.MINUTES);
    }

    @Test
    void simulatedTime_passesOutsideTheTurn() {
        passing = () -> inAnotherThread(() -> turns.take(() -> {
            steps.add("another turn");
        }));
        turns.serve(() -> 5);
        assertThat(steps).containsExactly("passed 5", "another turn");
    }

    private void inAnotherThread(Runnable action) {
        assertThatCode(() -> threads.submit(action).get(2, TimeUnit.MINUTES)).doesNotThrowAnyException();
    }

    @Test
    void close_syncsSettlesAndReleasesOnce() {
        turns.close(() -> steps.add("sync"), () -> steps.add("settle"), () -> steps.add("release"));
        turns.close(() -> steps.add("sync"), () -> steps.add("settle"), () -> steps.add("release"));
        assertThat(steps).containsExactly("sync", "settle", "release");
    }

    @Test
    void close_whoseSyncFails_releasesAllTheSame() {
        assertThatThrownBy(() -> turns.close(
                        () -> {
                            throw new IllegalStateException("disk gone");
                        },
                        () -> steps.add("settle"),
                        () -> steps.add("release")))
                .hasMessage("disk gone");
        assertThat(steps).containsExactly("release");
        assertThatThrownBy(() -> turns.take(() -> {})).hasMessage("flash device is closed");
    }

    @Test
    void closedDevice_canOnlyBeLookedAt() {
        turns.close(() -> {}, () -> {}, () -> {});
        assertThatThrownBy(() -> turns.serve(() -> 5)).hasMessage("flash device is closed");
        assertThatThrownBy(() -> turns.apart(() -> {})).hasMessage("flash device is closed");
        assertThatThrownBy(turns::begin).hasMessage("flash device is closed");
        assertThat(turns.<String>look(() -> "worn")).isEqualTo("worn");
        assertThat(steps).isEmpty();
        // A refused turn holds nothing: another thread can still look.
        inAnotherThread(() -> assertThat(turns.count(() -> 1)).isEqualTo(1));
    }
}
