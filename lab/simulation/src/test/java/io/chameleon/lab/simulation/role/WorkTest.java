package io.chameleon.lab.simulation.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.bucket.BucketSchemes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients write and how the simulation knows it again. */
class WorkTest {
    private static final WorkShape WORK = new WorkShape(10, 40_000, 20_000_000_000L, BucketSchemes.NONE);

    private final SplittableRandom chance = new SplittableRandom(1);
    private final Written written = new Written();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 599, 40_000})
    void bytes_areKnownForTheValueTheyAre(int size) {
        byte[] bytes = Values.bytes(7, size);
        assertThat(bytes.length).isGreaterThan(size);
        assertThat(Values.of(bytes)).isEqualTo(7);
        assertThat(bytes).isNotEqualTo(Values.bytes(8, size));
    }

    /** A mixture of two writes, or a part of one, is nobody's value. */
    @Test
    void damagedBytes_areNobodysValue() {
        byte[] bytes = Values.bytes(7, 500);
        byte[] flipped = bytes.clone();
        flipped[300] ^= 4;
        assertThat(Values.of(flipped)).isEqualTo(-1);
        assertThat(Values.of(Arrays.copyOf(bytes, 400))).isEqualTo(-1);
        byte[] mixed = bytes.clone();
        System.arraycopy(Values.bytes(8, 500), 250, mixed, 250, 100);
        assertThat(Values.of(mixed)).isEqualTo(-1);
        assertThat(Values.of(new byte[0])).isEqualTo(-1);
    }

    private byte[] range(String key, long number, int size, int offset, int length) {
        byte[] bytes = written.bytes(key, number, size);
        return Arrays.copyOfRange(bytes, offset, Math.min(bytes.length, offset + length));
    }

    @Test
    void range_tellsWhoseItIs() {
        byte[] first = range("k1", 1, 300, 100, 50);
        byte[] second = range("k1", 2, 300, 100, 50);
        assertThat(written.withRange("k1", 100, 50, first)).containsExactly(1L);
        assertThat(written.withRange("k1", 100, 50, second)).containsExactly(2L);
        assertThat(written.withRange("k1", 101, 50, first)).as("elsewhere").isEmpty();
        assertThat(written.withRange("k2", 100, 50, first)).as("of another key").isEmpty();
    }

    /** A range that goes beyond the end is answered up to the end, no shorter. */
    @Test
    void rangeBeyondTheEnd_endsThere() {
        byte[] whole = written.bytes("k1", 1, 300);
        byte[] tail = Arrays.copyOfRange(whole, whole.length - 10, whole.length);
        assertThat(written.withRange("k1", whole.length - 10, 1_000, tail)).containsExactly(1L);
        assertThat(written.withRange("k1", whole.length - 10, 1_000, Arrays.copyOf(tail, 9)))
                .isEmpty();
        assertThat(written.withRange("k1", whole.length, 5, new byte[0])).containsExactly(1L);
        assertThat(written.withRange("k1", whole.length + 1, 5, new byte[0])).isEmpty();
    }

    /** An empty range at the same place fits every value that is long enough, so it proves little. */
    @Test
    void emptyRange_isThatOfEveryValueLongEnough() {
        written.bytes("k1", 1, 300);
        written.bytes("k1", 2, 10);
        assertThat(written.withRange("k1", 100, 0, new byte[0])).containsExactly(1L);
        assertThat(written.withRange("k1", 5, 0, new byte[0])).containsExactly(1L, 2L);
    }

    @Test
    void keys_areAllUsed_someMoreThanOthers() {
        Map<String, Integer> counts = new TreeMap<>();
        IntStream.range(0, 5_000).forEach(_ -> counts.merge(WORK.key(chance), 1, Integer::sum));
        assertThat(counts).containsOnlyKeys(WORK.allKeys());
        assertThat(counts.get("k0")).isGreaterThan(5 * counts.getOrDefault("k9", 0));
    }

    @Test
    void sizes_areMostlySmall_andAtMostTheLargest() {
        List<Integer> sizes =
                IntStream.range(0, 2_000).mapToObj(_ -> WORK.size(chance)).toList();
        assertThat(sizes).allMatch(size -> size >= 0 && size < 40_000);
        assertThat(sizes.stream().filter(size -> size < 600).count()).isGreaterThan(1_400);
        assertThat(sizes).anyMatch(size -> size > 30_000);
    }

    /** A third comes at once, so that operations overlap; the others take about the mean. */
    @Test
    void pauses_haveTheirMean_andMakeOperationsOverlap() {
        long[] pauses = LongStream.range(0, 20_000).map(_ -> WORK.pause(chance)).toArray();
        assertThat(LongStream.of(pauses).average().orElseThrow()).isBetween(19e9, 21e9);
        assertThat(LongStream.of(pauses).filter(pause -> pause < 20_000_000).count())
                .isBetween(6_000L, 7_500L);
        assertThat(LongStream.of(pauses).min().orElseThrow()).isNotNegative();
    }

    @Test
    void tally_addsUp_andItsCountsAreACopy() {
        Tally tally = new Tally();
        tally.add("b", 2);
        tally.add("a", 1);
        tally.add("b", 3);
        Map<String, Long> counts = tally.counts();
        tally.add("a", 5);
        assertThat(counts).containsExactly(Map.entry("a", 1L), Map.entry("b", 5L));
        Tally sum = new Tally();
        sum.add("a", 1);
        sum.add(tally);
        assertThat(sum.counts()).containsExactly(Map.entry("a", 7L), Map.entry("b", 5L));
    }
}
