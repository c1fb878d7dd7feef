package io.chameleon.lab.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.RedundancyScheme;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pages of 4 KiB; objects of 64 KiB: replicas of 16 pages, shards of 4. */
class TouchedPagesTest {
    private static final int PAGE = 4096;
    private static final int OBJECT = 16 * PAGE;

    private final TouchedPages touched = new TouchedPages(PAGE, 6);

    @Test
    void wholeObject_touchesAllPagesOfAllFragments() {
        touched.of(RedundancyScheme.EC_4_2, OBJECT, 0, OBJECT);

        assertThat(firstAndCount()).containsOnly("0+4");
        assertThat(touched.isPartial(0)).isFalse();
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
        assertThat(touched.isPartial(2)).isFalse();

        touched.of(RedundancyScheme.EC_4_2, 2 * PAGE, PAGE, PAGE);
        assertThat(firstAndCount()).containsExactly("0+0", "0+1", "0+0", "0+0", "0+1", "0+1");
        assertThat(touched.isPartial(0)).isTrue();
    }

    private List<String> firstAndCount() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < touched.fragments(); i++) {
            all.add((touched.count(i) == 0 ? 0 : touched.first(i)) + "+" + touched.count(i));
        }
        return all;
    }
}
