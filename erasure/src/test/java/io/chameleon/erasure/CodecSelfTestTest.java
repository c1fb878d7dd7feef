package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class CodecSelfTestTest {
    private static final List<CodecKind> BOTH = List.of(CodecKind.BACKBLAZE, CodecKind.PORTABLE);

    @Test
    void fastest_firstSpendsItsBudgetOnFewerStripes_isTheSecond() {
        assertThat(new CodecSelfTest(stripesTaking(1_000_000, 500_000)).fastest(BOTH))
                .isEqualTo(CodecKind.PORTABLE);
    }

    @Test
    void fastest_secondIsSlower_isTheFirst() {
        assertThat(new CodecSelfTest(stripesTaking(500_000, 1_000_000)).fastest(BOTH))
                .isEqualTo(CodecKind.BACKBLAZE);
    }

    /** A clock that moves at each look, by one step while the first codec is measured and by another after it. */
    private static LongSupplier stripesTaking(long first, long second) {
        AtomicLong now = new AtomicLong();
        return () -> now.getAndAdd(now.get() <= CodecSelfTest.BUDGET_NANOS ? first : second);
    }
}
