package io.chameleon.lab.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.emulator.EmulationResult.EpochEnd;
import io.chameleon.lab.emulator.EmulationResult.ServerEnd;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.policy.PolicyConfig;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The policies that move data at once, on devices with real garbage collection. */
class RivalsTest {
    private static final int OBJECTS = 3_000;
    private static final int OBJECT_BYTES = 45_000;
    private static final int PAGES_PER_SHARD = 3;
    private static final int PAGES_PER_REPLICA = 11;
    private static final Workload SKEWED = skewed();

    /** Whole-object writes and as many reads; a few objects get most of them, and the last third none. */
    private static Workload skewed() {
        Random random = new Random(1);
        Workload.Builder builder = Workload.builder("skewed", true);
        for (int i = 0; i < OBJECTS; i++) {
            builder.object(OBJECT_BYTES);
        }
        for (int i = 0; i < 60_000; i++) {
            int object = (int) (OBJECTS * 2 / 3 * Math.pow(random.nextDouble(), 4));
            builder.request(i * 1_000_000L, i % 2 == 0, object, 0, OBJECT_BYTES);
        }
        return builder.build();
    }

    private static EmulationResult run(String policy, RedundancyPolicy initial) {
        ClusterSpec cluster = ClusterSpec.standard(initial).withServers(12).withUtilisation(0.8);
        return Emulator.run(
                new EmulationSpec(policy, PolicyConfig.defaults(), initial, cluster, 10, 1, OBJECTS, 1),
                SKEWED,
                (_, _) -> {});
    }

    /** What each rival is compared with. */
    private static final class Unbalanced {
        static final EmulationResult RESULT = run("none", RedundancyPolicy.EC);
    }

    private static void assertNoPageIsLost(EmulationResult result) {
        EpochEnd last = result.epochs().getLast();
        long expected = last.bytesByState().entrySet().stream()
                .mapToLong(RivalsTest::pages)
                .sum();
        assertThat(result.servers().stream().mapToLong(ServerEnd::livePages).sum())
                .isEqualTo(expected);
    }

    private static long pages(Map.Entry<RedundancyState, Long> bytes) {
        long objects = bytes.getValue() / OBJECT_BYTES;
        return bytes.getKey().livePolicy() == RedundancyPolicy.REP
                ? objects * 3 * PAGES_PER_REPLICA
                : objects * 6 * PAGES_PER_SHARD;
    }

    @ParameterizedTest
    @ValueSource(strings = {"edm-hdf", "edm-cdf", "cmt"})
    void objectsMovedAtOnce_evenTheWear_andAreAllThere(String policy) {
        EmulationResult none = Unbalanced.RESULT;
        EmulationResult rival = run(policy, RedundancyPolicy.EC);
        assertNoPageIsLost(rival);
        assertThat(rival.moves().bulk()).isPositive();
        assertThat(rival.moves().bulkPages())
                .as("a fragment moves alone")
                .isEqualTo(rival.moves().bulk() * PAGES_PER_SHARD);
        assertThat(rival.epochs().getLast().bytesByState()).containsOnlyKeys(RedundancyState.EC);
        assertThat(rival.moves().carriedOut()).isZero();
        assertThat(rival.wear().sigma()).isLessThan(0.9 * none.wear().sigma());
    }

    @Test
    void repEc_encodesWhatIsNotWritten_andReplicatesTheRest() {
        EmulationResult result = run("rep-ec", RedundancyPolicy.REP);
        assertNoPageIsLost(result);
        Map<RedundancyState, Long> states = result.epochs().getLast().bytesByState();
        assertThat(states.getOrDefault(RedundancyState.LATE_REP, 0L))
                .as("a third of the objects is never written")
                .isGreaterThanOrEqualTo((long) OBJECTS / 3 * OBJECT_BYTES);
        assertThat(states.getOrDefault(RedundancyState.REP, 0L)).isPositive();
        assertThat(result.moves().carriedOut()).as("written again").isPositive();
        assertThat(result.wear().erases())
                .isLessThan(run("none", RedundancyPolicy.REP).wear().erases());
    }
}
