package io.chameleon.simssd.nand;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.file.SlotFile;
import io.chameleon.simssd.report.HealthCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counters on media that tear a write of 120 bytes, while syncs overlap. */
class CounterSlotsTest {
    private static final ImageLayout LAYOUT = new ImageLayout(new FlashGeometry(512, 4, 20, 0.5));

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 50);
    }

    /** Two saves before the force of the first one ended, as when the collector syncs during the host's sync. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void slots_tornInOverlappingSyncs_leaveOneWhole_noOlderThanTheLastForce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TearingFile file = new TearingFile();
        CounterSlots.initialise(file, LAYOUT);
        file.force();
        CounterSlots slots = CounterSlots.load(file, LAYOUT);
        long forced = 0;
        for (long saved = 1; saved <= 40; saved++) {
            slots.save(counters(saved));
            if (random.nextInt(3) == 0) {
                slots.force();
                forced = saved;
            }
            long found =
                    CounterSlots.load(file.afterCut(random), LAYOUT).counters().hostPageWrites();
            assertThat(found).as("seed %d", seed).isBetween(forced, saved);
        }
    }

    private static DeviceCounters counters(long hostWrites) {
        return new DeviceCounters(0, 0, hostWrites, 0, 0, 0, 0, HealthCounters.NONE);
    }

    /** Of an unforced write, any number of bytes may have arrived. */
    private static final class TearingFile implements SlotFile {
        private final byte[] bytes = new byte[(int) LAYOUT.slot(2)];
        private final byte[] disk = new byte[bytes.length];
        private final List<int[]> unforced = new ArrayList<>();

        TearingFile afterCut(SplittableRandom random) {
            TearingFile next = new TearingFile();
            System.arraycopy(disk, 0, next.bytes, 0, disk.length);
            for (int[] write : unforced) {
                int arrived = random.nextInt(write[1] + 1);
                System.arraycopy(bytes, write[0], next.bytes, write[0], arrived);
            }
            return next;
        }

        @Override
        public void salvage(long offset, byte[] into, int length) {
            System.arraycopy(bytes, (int) offset, into, 0, length);
        }

        @Override
        public void writePart(long offset, byte[] from, int length) {
            System.arraycopy(from, 0, bytes, (int) offset, length);
            unforced.add(new int[] {(int) offset, length});
        }

        @Override
        public void force() {
            System.arraycopy(bytes, 0, disk, 0, disk.length);
            unforced.clear();
        }
    }
}
