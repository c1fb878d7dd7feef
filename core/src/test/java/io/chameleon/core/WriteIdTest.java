package io.chameleon.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteIdTest {
    private static final long SEED = Long.getLong("chameleon.seed", 1L);

    @Test
    void writeId_printedAndParsed_isTheSame() {
        Random random = new Random(SEED);
        for (int i = 0; i < 1000; i++) {
            WriteId id = new WriteId(random.nextLong(), random.nextLong());
            assertThat(id.toString()).hasSize(32);
            assertThat(WriteId.parse(id.toString())).as("seed %d", SEED).isEqualTo(id);
        }
        assertThat(new WriteId(0x0123456789abcdefL, -1)).hasToString("0123456789abcdefffffffffffffffff");
    }

    @Test
    void writeIds_areOrderedAsUnsignedNumbers_whichIsTheOrderOfTheirText() {
        Random random = new Random(SEED);
        for (int i = 0; i < 1000; i++) {
            long high = random.nextLong();
            WriteId a = new WriteId(high, random.nextLong());
            WriteId b = new WriteId(random.nextBoolean() ? high : random.nextLong(), random.nextLong());
            assertThat(Integer.signum(a.compareTo(b)))
                    .as("seed %d: %s and %s", SEED, a, b)
                    .isEqualTo(Integer.signum(a.toString().compareTo(b.toString())));
        }
        assertThat(new WriteId(7, 7)).isEqualByComparingTo(new WriteId(7, 7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0123456789abcdef",
                "0123456789ABCDEF0123456789ABCDEF",
                "0123456789abcdef0123456789abcdefg",
                "0123456789abcdef0123456789abcdef0",
                "g123456789abcdef0123456789abcdef",
                "0123456789abcdef0123456789abcde/",
                "0123456789abcdef0123456789abcde:",
                "0123456789abcdef0123456789abcde`"
            })
    void writeId_thatIsNone_getsOneClearLine(String text) {
        assertThatThrownBy(() -> WriteId.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("write id: '" + text + "' given, expected 32 lower-case hexadecimal digits");
    }

    @Test
    void writeIds_carryTheTimeAtWhichTheyWereMade() {
        ManualClock clock = new ManualClock();
        WriteIds ids = new WriteIds(clock, new SplittableRandom(SEED));
        assertThat(ids.next().epochMillis()).isEqualTo(clock.millis());
        clock.advance(Duration.ofDays(30_000));
        assertThat(ids.next().epochMillis()).isEqualTo(clock.millis());
    }

    @Test
    void writeIds_riseWhileTheClockStandsStillOrStepsBack() {
        ManualClock clock = new ManualClock();
        WriteIds ids = new WriteIds(clock, new SplittableRandom(SEED));
        Random random = new Random(SEED);
        List<WriteId> made = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            clock.advance(Duration.ofMillis(random.nextInt(5) - 2L));
            made.add(ids.next());
        }
        assertThat(made).as("seed %d", SEED).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void writeIds_followAClockThatWasFarAhead_andStayUnique() {
        ManualClock clock = new ManualClock();
        WriteIds ids = new WriteIds(clock, new SplittableRandom(SEED));
        clock.advance(Duration.ofDays(365));
        WriteId ahead = ids.next();
        clock.advance(Duration.ofDays(-365));

        WriteId after = ids.next();
        WriteId next = ids.next();

        assertThat(after.epochMillis()).isEqualTo(clock.millis());
        assertThat(next).isGreaterThan(after).isNotEqualTo(ahead);
    }

    @Test
    void writeIds_areNeverFurtherAheadThanTheirMostLead() {
        ManualClock clock = new ManualClock();
        WriteIds ids = new WriteIds(clock, new SplittableRandom(SEED));
        Random random = new Random(SEED);
        for (int i = 0; i < 10_000; i++) {
            clock.advance(Duration.ofSeconds(random.nextInt(41) - 20L));
            assertThat(ids.next().epochMillis() - clock.millis())
                    .as("seed %d", SEED)
                    .isBetween(0L, WriteIds.MOST_LEAD.toMillis());
        }
    }

    @Test
    void writeIds_riseWhenTheCounterOfAMillisecondOverflows() {
        ManualClock clock = new ManualClock();
        WriteIds ids = new WriteIds(clock, new SplittableRandom(SEED));
        WriteId last = ids.next();
        for (int i = 0; i < 200_000; i++) {
            WriteId next = ids.next();
            assertThat(next.compareTo(last)).isPositive();
            last = next;
        }
        assertThat(last.epochMillis()).isEqualTo(clock.millis() + 3);
    }
}
