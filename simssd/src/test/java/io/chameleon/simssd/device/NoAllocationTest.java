package io.chameleon.simssd.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.FlashTiming;
import io.chameleon.simssd.GarbageCollection;
import io.chameleon.simssd.HeatSource;
import io.chameleon.simssd.VictimPolicy;
import io.chameleon.simssd.WriteMode;
import io.chameleon.simssd.testing.VictimPolicies;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** In steady state a timing-only device allocates nothing, in any mode, under any policy. */
class NoAllocationTest {
    private static final int WRITES = 100_000;

    /** For the bean's own answers; even one byte per write would be far more. */
    private static final long TOLERATED_BYTES = 1_000;

    static Stream<Arguments> modesAndPolicies() {
        return Stream.of(WriteMode.values())
                .flatMap(mode -> Stream.of(VictimPolicies.all()).map(policy -> Arguments.of(mode, policy)));
    }

    @ParameterizedTest
    @MethodSource("modesAndPolicies")
    void writing_inSteadyState_allocatesNothing(WriteMode mode, VictimPolicy policy) {
        FlashConfig config = new FlashConfig(new FlashGeometry(512, 16, 200, 0.15), FlashTiming.TABLE_II, mode)
                .withCollection(GarbageCollection.STANDARD
                        .withVictims(policy)
                        .withSwapChoices(5)
                        .withHeat(new HeatSource.Learned(4, 2)));
        SimulatedFlashDevice device = FlashDevices.timingOnly(config);
        SplittableRandom random = new SplittableRandom(1);
        int pages = (int) device.geometry().logicalPages();
        write(device, random, pages);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        write(device, random, pages);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).as("bytes allocated in %d writes", WRITES).isLessThan(TOLERATED_BYTES);
        assertThat(device.victims()).isGreaterThan(1_000);
    }

    private static void write(SimulatedFlashDevice device, SplittableRandom random, int pages) {
        for (int i = 0; i < WRITES; i++) {
            device.writePage(random.nextInt(10) < 8 ? random.nextInt(pages / 5) : random.nextInt(pages));
        }
    }
}
