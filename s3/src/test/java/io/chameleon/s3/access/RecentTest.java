package io.chameleon.s3.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);

    private final Recent<String> recent = new Recent<>(
            name -> name.equals("none")
                    ? CompletableFuture.failedFuture(new IllegalStateException("none"))
                    : CompletableFuture.completedFuture(name + asked.incrementAndGet()),
            3,
            Duration.ofNanos(10),
            now::get);

    @Test
    void answer_isAskedForOnce_untilItIsOldOrForgotten() {
        assertThat(recent.find("a").join()).isEqualTo("a1");
        now.addAndGet(9);
        assertThat(recent.find("a").join()).isEqualTo("a1");
        now.addAndGet(1);
        assertThat(recent.find("a").join()).isEqualTo("a2");
        recent.forget("a");
        assertThat(recent.known("a")).isNull();
        assertThat(recent.find("a").join()).isEqualTo("a3");
    }

    @Test
    void failures_areNotRemembered() {
        assertThatThrownBy(() -> recent.find("none").join()).hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(recent.known("none")).isNull();
    }

    @Test
    void names_areBounded() {
        for (int i = 0; i < 100; i++) {
            recent.find("n" + i).join();
        }
        long kept = IntStream.range(0, 100)
                .filter(i -> recent.known("n" + i) != null)
                .count();
        assertThat(kept).isBetween(1L, 3L);
    }
}
