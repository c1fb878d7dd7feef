package io.chameleon.lab.ssd.envm.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The properties that the paper states for the trace that this stands in for. */
class VdiWorkloadTest {
    private static final long HOUR = 3_600_000_000L;
    private static final RequestLog WEEK = VdiWorkload.generate(new SplittableRandom(1), 7, 6_000);

    private static long[] requestsBy(long micros) {
        long[] counts = new long[(int) (7 * 24 * HOUR / micros)];
        for (int i = 0; i < WEEK.size(); i++) {
            counts[(int) (WEEK.micros(i) / micros)]++;
        }
        return counts;
    }

    @Test
    void week_hasItsBusyDaysAndItsWeekend() {
        long[] days = requestsBy(24 * HOUR);
        assertThat(days[1])
                .isBetween(5_900L, 6_100L)
                .isEqualTo(LongStream.of(days).max().orElseThrow());
        assertThat(days[5] + days[6]).isLessThan(days[4]);
        assertThat(days[6]).isEqualTo(LongStream.of(days).min().orElseThrow());
    }

    @Test
    void requests_cumulateInOfficeHours() {
        long[] hours = requestsBy(HOUR);
        long office = IntStream.range(0, hours.length)
                .filter(hour -> hour % 24 >= 8 && hour % 24 <= 16)
                .mapToLong(hour -> hours[hour])
                .sum();
        assertThat((double) office / WEEK.size()).isBetween(0.7, 0.85);
        assertThat(LongStream.of(hours).min().orElseThrow()).as("at night").isPositive();
    }

    /** Halves of a burst are 150 µs apart on average, bursts are not. */
    @Test
    void requests_comeInBursts() {
        long close = IntStream.range(1, WEEK.size())
                .filter(i -> WEEK.micros(i) - WEEK.micros(i - 1) < 2_000)
                .count();
        assertThat((double) close / WEEK.size()).isGreaterThan(0.9);
    }

    @Test
    void busyDays_haveLargerWrites() {
        double[] bytes = new double[7];
        long[] writes = new long[7];
        for (int i = 0; i < WEEK.size(); i++) {
            if (WEEK.isWrite(i)) {
                int day = (int) (WEEK.micros(i) / (24 * HOUR));
                bytes[day] += WEEK.bytes(i);
                writes[day]++;
            }
        }
        double busy = (bytes[0] + bytes[1] + bytes[2]) / (writes[0] + writes[1] + writes[2]);
        double low = (bytes[5] + bytes[6]) / (writes[5] + writes[6]);
        assertThat(busy).isGreaterThan(1.2 * low);
    }

    @Test
    void requests_liveInTheirExtents_someOfWhichAreHot() {
        Map<Long, Integer> reads = new HashMap<>();
        for (int i = 0; i < WEEK.size(); i++) {
            long extent = WEEK.firstPage(i) / 32;
            assertThat(WEEK.firstPage(i) + WEEK.pages(i, 1)).isLessThanOrEqualTo((extent + 1) * 32);
            if (!WEEK.isWrite(i)) {
                reads.merge(extent, 1, Integer::sum);
            }
        }
        int hottest = reads.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
        double average =
                reads.values().stream().mapToInt(Integer::intValue).average().orElseThrow();
        assertThat((double) hottest).isGreaterThan(50 * average);
    }

    @Test
    void seed_decidesEverything() {
        assertThat(columns(VdiWorkload.generate(new SplittableRandom(1), 7, 6_000)))
                .isEqualTo(columns(WEEK));
        assertThat(columns(VdiWorkload.generate(new SplittableRandom(2), 7, 6_000)))
                .isNotEqualTo(columns(WEEK));
    }

    private static String columns(RequestLog log) {
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < log.size(); i++) {
            columns.append(log.micros(i))
                    .append(log.isWrite(i) ? 'W' : 'R')
                    .append(log.firstPage(i))
                    .append('+')
                    .append(log.bytes(i))
                    .append('\n');
        }
        return columns.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, days: '0' given",
        "367, 1, days: '367' given",
        "1, 0, requests of the busiest day: '0' given",
        "1, 10000001, requests of the busiest day: '10000001' given"
    })
    void lengthOutOfBounds_isNamed(int days, int requests, String message) {
        assertThatThrownBy(() -> VdiWorkload.generate(new SplittableRandom(1), days, requests))
                .hasMessageStartingWith(message);
    }
}
