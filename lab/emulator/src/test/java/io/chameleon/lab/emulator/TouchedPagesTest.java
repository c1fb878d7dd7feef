package io.chameleon.lab.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.core.testing.Seed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages of 4 KiB; objects of 64 KiB: replicas of 16 pages, shards of 4. */
class TouchedPagesTest {
    private static final int PAGE = 4096;
    private static final int OBJECT = 16 * PAGE;

    @RegisterExtension
    final Seed seed = Seed.given();

    private final TouchedPages touched = new TouchedPages(PAGE, 6);

    @Test
    void wholeObject_touchesAllPagesOfAllFragments() {
        touched.of(RedundancyScheme.EC_4_2, OBJECT, 0, OBJECT);

        assertThat(firstAndCount()).containsOnly("0+4");
        assertThat(touched.edgeCount(0, 0)).as("no stripe is touched in part").isZero();
    }

    @Test
    void partOfReplicas_touchesItsPagesOfEach() {
        touched.of(RedundancyScheme.REP_3, OBJECT, 4000, 200);

        assertThat(firstAndCount()).containsExactly("0+2", "0+2", "0+2");
    }

    /** Reading 14: the touched page of the shard and the same column of both parities. */
    @Test
    void onePageOfAStripe_touchesItAndItsColumnInTheParities() {
        touched.of(RedundancyScheme.EC_4_2, OBJECT, 5 * PAGE, PAGE);

        assertThat(firstAndCount()).containsExactly("0+0", "1+1", "0+0", "0+0", "1+1", "1+1");
    }

    @Test
    void requestOverTwoShards_touchesTheColumnsOfBothInTheParities() {
        touched.of(RedundancyScheme.EC_4_2, OBJECT, 3 * PAGE, 2 * PAGE);

        // The last page of shard 0 and the first of shard 1: the parities' columns from the first to the last.
        assertThat(firstAndCount()).containsExactly("3+1", "0+1", "0+0", "0+0", "0+4", "0+4");
    }

    @Test
    void sizeThatIsNoMultipleOfPages_roundsFragmentsUp() {
        touched.of(RedundancyScheme.EC_4_2, 45_833, 0, 45_833);
        assertThat(firstAndCount()).containsOnly("0+3"); // 11,459 bytes a shard

        touched.of(RedundancyScheme.REP_3, 45_833, 0, 45_833);
        assertThat(firstAndCount()).containsOnly("0+12");
    }

    @Test
    void paddingOfAShortStripe_isNotTouched() {
        touched.of(RedundancyScheme.EC_4_2, 2 * PAGE, 0, 2 * PAGE);
        assertThat(firstAndCount()).containsExactly("0+1", "0+1", "0+0", "0+0", "0+1", "0+1");
        assertThat(touched.edgeCount(0, 0)).isZero();

        touched.of(RedundancyScheme.EC_4_2, 2 * PAGE, PAGE, PAGE);
        assertThat(firstAndCount()).containsExactly("0+0", "0+1", "0+0", "0+0", "0+1", "0+1");
        assertThat(touched.edgeCount(0, 1)).isEqualTo(1);
    }

    /** 20 MiB: two whole segments of 512 pages a shard and one of 4 MiB, 256 pages a shard. */
    @Test
    void requestOverSegments_touchesTheEndOfOneAndTheBeginningOfTheNext() {
        int object = 20 << 20;
        int segment = 8 << 20;

        // From the last page of segment 0 to the first of segment 2: all of segment 1 lies between.
        touched.of(RedundancyScheme.EC_4_2, object, segment - PAGE, segment + 2 * PAGE);

        assertThat(firstAndCount()).containsExactly("512+513", "512+512", "512+512", "511+513", "511+514", "511+514");
        assertThat(edge(0)).as("stripe 0").containsExactly("0+0", "0+0", "0+0", "511+1", "511+1", "511+1");
        assertThat(edge(1)).as("stripe 2").containsExactly("1024+1", "0+0", "0+0", "0+0", "1024+1", "1024+1");

        touched.of(RedundancyScheme.EC_4_2, object, segment, segment);
        assertThat(firstAndCount()).containsOnly("512+512");
        assertThat(touched.edgeCount(0, 0))
                .as("a whole stripe needs no old data")
                .isZero();

        touched.of(RedundancyScheme.REP_3, object, segment - 1, 2);
        assertThat(firstAndCount()).containsOnly("2047+2");
    }

    /** Each page by itself: it is touched if the request is for one of its bytes, or of its column for a parity. */
    @Test
    void anyRequest_touchesThePagesThatHoldItsBytes() {
        Random random = new Random(seed.value());
        for (int i = 0; i < 300; i++) {
            int size = 1 + random.nextInt(random.nextBoolean() ? 100_000 : 30 << 20);
            int from = random.nextInt(size);
            int bytes = 1 + random.nextInt(size - from);
            RedundancyScheme scheme = random.nextBoolean() ? RedundancyScheme.EC_4_2 : RedundancyScheme.REP_3;
            touched.of(scheme, size, from, bytes);
            for (int fragment = 0; fragment < scheme.width(); fragment++) {
                BitSet expected = pages(scheme, size, from, bytes, fragment);
                BitSet pages = new BitSet();
                pages.set(touched.first(fragment), touched.first(fragment) + touched.count(fragment));
                assertThat(touched.count(fragment) == 0 ? new BitSet() : pages)
                        .as("%s, %d bytes, from %d, %d, fragment %d", scheme, size, from, bytes, fragment)
                        .isEqualTo(expected);
            }
        }
    }

    private static BitSet pages(RedundancyScheme scheme, int size, int from, int bytes, int fragment) {
        BitSet pages = new BitSet();
        int before = 0;
        for (int start = 0; start < size; start += 8 << 20) {
            int length = Math.min(8 << 20, size - start);
            int begin = Math.max(0, from - start);
            int end = Math.min(length, from + bytes - start);
            int shard = scheme.fragmentBytes(length);
            int low = Integer.MAX_VALUE;
            int high = 0;
            for (int data = 0; begin < end && data < scheme.dataFragments(); data++) {
                int first = Math.max(begin - data * shard, 0);
                int last = Math.min(end - data * shard, shard);
                if (first < last && (data == fragment || fragment >= scheme.dataFragments())) {
                    low = Math.min(low, first);
                    high = Math.max(high, last);
                }
            }
            if (low < high) {
                pages.set(before + low / PAGE, before + (high - 1) / PAGE + 1);
            }
            before += scheme.fragmentPages(fragment, length, PAGE);
        }
        // all of a request for all of it, padding of the last page included
        if (bytes == size) {
            pages.set(0, before);
        }
        return pages;
    }

    private List<String> edge(int edge) {
        return IntStream.range(0, touched.fragments())
                .mapToObj(i -> (touched.edgeCount(edge, i) == 0 ? 0 : touched.edgeFirst(edge, i)) + "+"
                        + touched.edgeCount(edge, i))
                .toList();
    }

    private List<String> firstAndCount() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < touched.fragments(); i++) {
            all.add((touched.count(i) == 0 ? 0 : touched.first(i)) + "+" + touched.count(i));
        }
        return all;
    }
}
