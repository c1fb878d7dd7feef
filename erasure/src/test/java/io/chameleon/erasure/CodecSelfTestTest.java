package io.chameleon.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class CodecSelfTestTest {
    private static final long MILLI = 1_000_000;
    private static final List<CodecKind> BOTH = List.of(CodecKind.BACKBLAZE, CodecKind.PORTABLE);
    private static final CodecChoice PORTABLE = new CodecChoice(CodecKind.PORTABLE, Map.of(CodecKind.PORTABLE, 1L));

    @Test
    void choose_firstSpendsItsBudgetOnFewerStripes_isTheSecond() {
        CodecSelfTest test = new CodecSelfTest(stripesTaking(MILLI, CodecSelfTest.BUDGET_NANOS, MILLI / 2));
        assertThat(test.choose(BOTH).kind()).isEqualTo(CodecKind.PORTABLE);
    }

    @Test
    void choose_secondIsSlower_isTheFirst() {
        CodecSelfTest test = new CodecSelfTest(stripesTaking(MILLI / 2, CodecSelfTest.BUDGET_NANOS, MILLI));
        assertThat(test.choose(BOTH))
                .isEqualTo(new CodecChoice(
                        CodecKind.BACKBLAZE, Map.of(CodecKind.BACKBLAZE, 262L, CodecKind.PORTABLE, 131L)));
    }

    @Test
    void again_slowWhenItWasChosenAgainst_isWonOnceCompiled() {
        AtomicLong now = new AtomicLong();
        long othersEnd = CodecSelfTest.LONGER_NANOS;
        LongSupplier clock = () -> now.getAndAdd(now.get() <= othersEnd ? MILLI : MILLI / 4);
        CodecChoice cold =
                new CodecChoice(CodecKind.BACKBLAZE, Map.of(CodecKind.BACKBLAZE, 200L, CodecKind.PORTABLE, 50L));
        assertThat(new CodecSelfTest(clock).again(cold).kind()).isEqualTo(CodecKind.PORTABLE);
    }

    @Test
    void challenge_slowUntilCompiled_isWonOnceItIs() {
        AtomicLong now = new AtomicLong();
        long compiled = 2_000 * MILLI;
        LongSupplier clock =
                () -> now.getAndAdd(now.get() < 100 * MILLI ? MILLI : now.get() < compiled ? 10 * MILLI : 1000);
        assertThat(new CodecSelfTest(clock)
                        .challenge(PORTABLE, CodecKind.BACKBLAZE)
                        .kind())
                .isEqualTo(CodecKind.BACKBLAZE);
        assertThat(now.get()).as("ends early").isBetween(compiled, compiled + MILLI);
    }

    @Test
    void challenge_slowThroughout_isLostInBoundedTime() {
        AtomicLong now = new AtomicLong();
        LongSupplier clock = () -> now.getAndAdd(now.get() < 100 * MILLI ? MILLI : 10 * MILLI);
        CodecChoice choice = new CodecSelfTest(clock).challenge(PORTABLE, CodecKind.BACKBLAZE);
        assertThat(choice)
                .isEqualTo(new CodecChoice(
                        CodecKind.PORTABLE, Map.of(CodecKind.BACKBLAZE, 13L, CodecKind.PORTABLE, 131L)));
        assertThat(now.get()).isLessThan(CodecSelfTest.WARM_UP_NANOS + 200 * MILLI);
    }

    /** A clock that advances at each reading, by one step for a while and by another after it. */
    private static LongSupplier stripesTaking(long first, long until, long second) {
        AtomicLong now = new AtomicLong();
        return () -> now.getAndAdd(now.get() <= until ? first : second);
    }
}
