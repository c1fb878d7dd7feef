package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.core.redundancy.RedundancyState;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What must never decrease, and what the report says of states. */
class ObservationsTest {
    private final Observations seen = new Observations();

    private static BalancerEpoch epoch(long fence, long epoch) {
        return new BalancerEpoch(fence, epoch, "127.0.0.1:15001", 0);
    }

    @ParameterizedTest
    @CsvSource({
        "5, 9, 5, 9,  true",
        "5, 9, 6, 9,  true",
        "5, 9, 5, 10, true",
        "5, 9, 9, 20, true",
        "5, 9, 4, 9,  false",
        "5, 9, 5, 8,  false",
        "5, 9, 6, 8,  false",
        "5, 9, 4, 10, false",
    })
    void fenceAndEpoch_neverDecrease(long fence, long epoch, long laterFence, long laterEpoch, boolean fine) {
        seen.check(epoch(fence, epoch));
        seen.check(epoch(laterFence, laterEpoch));
        assertThat(seen.violations().isEmpty()).isEqualTo(fine);
        assertThat(seen.violations())
                .allSatisfy(line -> assertThat(line)
                        .startsWith("the balancer's fence and epoch went backwards: ")
                        .contains("fence=" + fence, "fence=" + laterFence)
                        .doesNotContain("\n"));
    }

    /** An empty database in place of the lost one tells fence 0. */
    @Test
    void databaseThatHasForgottenTheFence_isFoundOnce() {
        seen.check(epoch(5, 9));
        seen.check(BalancerEpoch.INITIAL);
        seen.check(BalancerEpoch.INITIAL.claimedBy("127.0.0.1:15002"));
        assertThat(seen.violations()).hasSize(1);
        assertThat(seen.fences()).isEqualTo(1);
        assertThat(seen.epochs()).isEqualTo(1);
    }

    @Test
    void newestEpoch_isCounted() {
        assertThat(seen.fences()).isZero();
        seen.check(epoch(3, 70));
        seen.check(epoch(4, 85));
        assertThat(seen.fences()).isEqualTo(4);
        assertThat(seen.epochs()).isEqualTo(85);
    }

    @Test
    void erasesOfADevice_neverDecrease() {
        seen.check("flash-1", 0, 100);
        seen.check("flash-1", 0, 100);
        seen.check("flash-2", 0, 40);
        seen.check("flash-1", 0, 99);
        assertThat(seen.violations()).containsExactly("erases of flash-1 went backwards: 100, then 99");
    }

    @Test
    void newDevice_beginsAtZero() {
        seen.check("flash-1", seen.device("flash-1"), 100);
        seen.deviceReplaced("flash-1");
        seen.check("flash-1", seen.device("flash-1"), 3);
        seen.check("flash-1", seen.device("flash-1"), 4);
        assertThat(seen.violations()).isEmpty();
        seen.check("flash-1", seen.device("flash-1"), 2);
        assertThat(seen.violations()).containsExactly("erases of flash-1 went backwards: 4, then 2");
    }

    /** It was asked before the device was replaced: the new one must not be held against it. */
    @Test
    void answerOfADeviceThatIsGone_doesNotCount() {
        int asked = seen.device("flash-1");
        seen.deviceReplaced("flash-1");
        seen.check("flash-1", asked, 100);
        seen.check("flash-1", seen.device("flash-1"), 3);
        assertThat(seen.violations()).isEmpty();
    }

    @Test
    void replacedDevice_isThatOfItsServerAlone() {
        seen.check("flash-2", seen.device("flash-2"), 100);
        seen.deviceReplaced("flash-1");
        seen.check("flash-2", seen.device("flash-2"), 50);
        assertThat(seen.violations()).hasSize(1);
    }

    @Test
    void objectsInTransition_areThoseInIntermediateStates() {
        assertThat(seen.count(Map.of(RedundancyState.REP, 7L, RedundancyState.EC, 90L)))
                .isZero();
        assertThat(seen.count(Map.of(
                        RedundancyState.EC, 80L,
                        RedundancyState.LATE_EC, 1L,
                        RedundancyState.LATE_REP, 2L,
                        RedundancyState.REP_EWO, 4L,
                        RedundancyState.EC_EWO, 8L)))
                .isEqualTo(15);
        assertThat(seen.count(Map.of())).isZero();
    }

    @Test
    void mostInState_isByState_notOfOneMoment() {
        seen.count(Map.of(RedundancyState.REP, 7L, RedundancyState.EC, 90L));
        seen.count(Map.of(RedundancyState.REP, 30L, RedundancyState.LATE_EC, 5L));
        seen.count(Map.of(RedundancyState.EC, 89L, RedundancyState.LATE_EC, 2L));
        assertThat(seen.mostInState())
                .isEqualTo(Map.of(RedundancyState.REP, 30L, RedundancyState.EC, 90L, RedundancyState.LATE_EC, 5L));
    }
}
