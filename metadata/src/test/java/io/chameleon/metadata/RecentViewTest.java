package io.chameleon.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.redundancy.RedundancyScheme;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentViewTest {
    /** Near its overflow, since a ticker may start anywhere. */
    private long nanos = Long.MAX_VALUE - 10;

    private int reads;
    private boolean away;
    private Runnable meanwhile = () -> {};
    private List<ServerInfo> registered = List.of();
    private final RecentView view = new RecentView(this::read, () -> registered, () -> nanos);

    private ClusterView read() {
        if (away) {
            throw new IllegalStateException("away");
        }
        meanwhile.run();
        return new ClusterView(List.of(), RedundancyScheme.REP_3, RedundancyScheme.EC_4_2, 64, ++reads, "", Map.of());
    }

    @Test
    void view_isReadOnceASecond() {
        assertThat(view.get().epoch()).isEqualTo(1);
        nanos += RecentView.MAX_AGE.toNanos() - 1;
        assertThat(view.get().epoch()).isEqualTo(1);
        nanos += 1;
        assertThat(view.get().epoch()).isEqualTo(2);
    }

    @Test
    void serverThatComesOrMoves_showsAtOnce() {
        assertThat(view.get().epoch()).isEqualTo(1);
        registered = List.of(server("a"));
        assertThat(view.get().epoch()).isEqualTo(2);
        registered = List.of(server("a"));
        assertThat(view.get().epoch()).isEqualTo(2);
        registered = List.of(server("b"));
        assertThat(view.get().epoch()).isEqualTo(3);
    }

    @Test
    void serverThatComesRightAfterALongReading_showsAtOnce() {
        meanwhile = () -> nanos += Duration.ofMillis(500).toNanos();
        assertThat(view.get().epoch()).isEqualTo(1);
        registered = List.of(server("a"));
        assertThat(view.get().epoch()).isEqualTo(2);
    }

    private static ServerInfo server(String host) {
        return new ServerInfo(new ServerId("s0"), host, 1, "", 1, ServerInfo.Status.UP);
    }

    @Test
    void view_afterAChange_isReadAnew_alsoIfItWasBeingReadWhenThatHappened() {
        meanwhile = view::changed;
        assertThat(view.get().epoch()).isEqualTo(1);
        meanwhile = () -> {};
        assertThat(view.get().epoch()).isEqualTo(2);
        assertThat(view.get().epoch()).isEqualTo(2);
        view.changed();
        assertThat(view.get().epoch()).isEqualTo(3);
    }

    @Test
    void callersAtTheSameTime_shareAReading() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        meanwhile = () -> {
            begun.countDown();
            await(gate);
        };
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<ClusterView> first = callers.submit(view::get);
            await(begun);
            List<Future<ClusterView>> others = IntStream.range(0, 100)
                    .mapToObj(any -> callers.submit(view::get))
                    .toList();
            gate.countDown();
            for (Future<ClusterView> other : others) {
                assertThat(other.get()).isEqualTo(first.get());
            }
        }
        assertThat(reads).isEqualTo(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A cluster that starts: 5,000 servers register within a minute, and every client asks. */
    @Test
    void serversThatRegisterOneAfterTheOther_takeHalfOfTheTimeAtMost() {
        long reading = Duration.ofMillis(40).toNanos();
        meanwhile = () -> nanos += reading;
        long begin = nanos;
        for (int i = 0; i < 5_000; i++) {
            nanos += Duration.ofMillis(12).toNanos();
            registered = List.of(server("host-" + i));
            assertThat(view.get()).isNotNull();
        }
        long spent = reads * reading;
        assertThat(spent).isLessThanOrEqualTo((nanos - begin) / 2 + reading);
        nanos += reading;
        long before = reads;
        assertThat(view.get().epoch()).as("the last one shows").isEqualTo(before + 1);
    }

    @Test
    void failure_isNotRemembered_andAnOldViewIsNotGivenInstead() {
        assertThat(view.get().epoch()).isEqualTo(1);
        nanos += RecentView.MAX_AGE.toNanos();
        away = true;
        assertThatThrownBy(view::get).hasMessage("away");
        away = false;
        assertThat(view.get().epoch()).isEqualTo(2);
    }
}
